import type { CompanyId, ConnectionId } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

import { freshNonce, type DataKey } from './data-key'
import { seal, unseal } from './envelope'
import { bindingOf, CREDENTIALS, describePlace, type SecretPlace } from './secret-place'
import type { KeyRecord, VaultWrite } from './signal-vault.port'
import type { SealedWrite } from './signal-vault.store'

export interface Owner {
  companyId: CompanyId
  connectionId: ConnectionId
}

export const secretPlace = ({ connectionId }: Owner, type: string, id: string): SecretPlace => ({
  table: 'secrets',
  connectionId,
  type,
  id,
})

export const journalPlace = ({ connectionId }: Owner, hash: string): SecretPlace => ({
  table: 'journal',
  connectionId,
  type: '',
  id: hash,
})

export const sealAt = (
  companyId: CompanyId,
  dataKey: DataKey,
  place: SecretPlace,
  plain: Uint8Array,
): Buffer => seal(dataKey.key, bindingOf(companyId, dataKey.version, place), plain, freshNonce())

/** @throws {AppError} ERR_INTERNAL when it was changed, or lies where it was not sealed for. */
export function openAt(
  companyId: CompanyId,
  dataKey: DataKey,
  place: SecretPlace,
  sealed: Uint8Array,
): Buffer {
  const plain = unseal(dataKey.key, bindingOf(companyId, dataKey.version, place), sealed)
  if (plain) return plain
  throw new AppError('ERR_INTERNAL', {
    detail: `a secret does not open, it was changed or moved (${describePlace(companyId, place)})`,
  })
}

/** Each key once, as it was given last. */
export function lastOfEach(keys: readonly KeyRecord[]): KeyRecord[] {
  return [...new Map(keys.map((key) => [JSON.stringify([key.type, key.id]), key])).values()]
}

/** A write as it goes to the store, everything in it sealed under `dataKey`. */
export function sealWrite(owner: Owner, dataKey: DataKey, write: VaultWrite): SealedWrite {
  const { companyId } = owner
  const records = lastOfEach(write.keys ?? [])
  const secrets = records.flatMap(({ type, id, value }) =>
    value ? [{ type, id, content: sealAt(companyId, dataKey, secretPlace(owner, type, id), value) }] : [],
  )
  if (write.credentials) {
    const place = secretPlace(owner, CREDENTIALS, '')
    secrets.push({ type: CREDENTIALS, id: '', content: sealAt(companyId, dataKey, place, write.credentials) })
  }
  return {
    keyVersion: dataKey.version,
    secrets,
    deleted: records.filter(({ value }) => value === null).map(({ type, id }) => ({ type, id })),
    journal: (write.journal ?? []).map(({ hash, content }) => ({
      hash,
      content: sealAt(companyId, dataKey, journalPlace(owner, hash), content),
    })),
  }
}
