import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto'

import type { CompanyId } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

import { NONCE_BYTES, seal, unseal } from './envelope'
import type { KeyRing } from './key-ring'
import type { WrappedDataKey } from './signal-vault.store'

const KEY_BYTES = 32

export interface DataKey {
  version: number
  key: KeyObject
}

/* Nonces and keys are random even in tests: AES-GCM is broken by a repeated nonce. */
export const createNonce = (): Buffer => randomBytes(NONCE_BYTES)

const dataKeyAad = (companyId: CompanyId, version: number, masterKeyId: string) =>
  JSON.stringify(['data-key', companyId, version, masterKeyId])

function wrap(ring: KeyRing, companyId: CompanyId, version: number, bytes: Uint8Array): WrappedDataKey {
  const { id: masterKeyId, key } = ring.current
  const wrapped = seal(key, dataKeyAad(companyId, version, masterKeyId), bytes, createNonce())
  return { version, masterKeyId, wrapped }
}

function unwrap(ring: KeyRing, companyId: CompanyId, dataKey: WrappedDataKey): Buffer {
  const { version, masterKeyId, wrapped } = dataKey
  const name = `data key ${version} of company ${companyId}`
  const master = ring.keys.get(masterKeyId)
  if (!master)
    throw new AppError('ERR_INTERNAL', {
      detail: `${name} needs the key "${masterKeyId}", which WHATSAPP_VAULT_KEYS does not have`,
    })
  const bytes = unseal(master, dataKeyAad(companyId, version, masterKeyId), wrapped)
  if (bytes) return bytes
  throw new AppError('ERR_INTERNAL', {
    detail: `${name} does not open: the key "${masterKeyId}" in WHATSAPP_VAULT_KEYS is another one than wrapped it, or the row was changed`,
  })
}

/* The bytes are overwritten; the `KeyObject` has its own copy. */
function createKeyObject(bytes: Buffer): KeyObject {
  const key = createSecretKey(bytes)
  bytes.fill(0)
  return key
}

/** A new data key as it is stored, wrapped by the current master key. */
export function makeDataKey(ring: KeyRing, companyId: CompanyId, version: number): WrappedDataKey {
  const bytes = randomBytes(KEY_BYTES)
  const wrapped = wrap(ring, companyId, version, bytes)
  bytes.fill(0)
  return wrapped
}

/** @throws {AppError} ERR_INTERNAL that names the master key which is missing or wrong. */
export const openDataKey = (ring: KeyRing, companyId: CompanyId, dataKey: WrappedDataKey): DataKey => ({
  version: dataKey.version,
  key: createKeyObject(unwrap(ring, companyId, dataKey)),
})

/** The same data key wrapped by the current master key. @throws {AppError} ERR_INTERNAL as `openDataKey` */
export function rewrapDataKey(ring: KeyRing, companyId: CompanyId, dataKey: WrappedDataKey): WrappedDataKey {
  const bytes = unwrap(ring, companyId, dataKey)
  const rewrapped = wrap(ring, companyId, dataKey.version, bytes)
  bytes.fill(0)
  return rewrapped
}
