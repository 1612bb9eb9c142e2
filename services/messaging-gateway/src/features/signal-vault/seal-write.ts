import type { CompanyId, ConnectionId } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

import { createNonce, type DataKey } from './data-key'
import { seal, unseal } from './envelope'
import { secretAad, CREDENTIALS, describeLocation, type SecretLocation } from './secret-location'
import type { KeyRecord, VaultWrite } from './signal-vault.port'
import type { SealedWrite } from './signal-vault.store'

export interface Owner {
  companyId: CompanyId
  connectionId: ConnectionId
}

export const secretLocation = ({ connectionId }: Owner, type: string, id: string): SecretLocation => ({
  table: 'secrets',
  connectionId,
  type,
  id,
})

export const journalLocation = ({ connectionId }: Owner, hash: string): SecretLocation => ({
  table: 'journal',
  connectionId,
  type: '',
  id: hash,
})

export const sealSecret = (
  companyId: CompanyId,
  dataKey: DataKey,
  location: SecretLocation,
  plain: Uint8Array,
): Buffer => seal(dataKey.key, secretAad(companyId, dataKey.version, location), plain, createNonce())

/** @throws {AppError} ERR_INTERNAL when it was changed, or is in another row than it was sealed for. */
export function openSecret(
  companyId: CompanyId,
  dataKey: DataKey,
  location: SecretLocation,
  sealed: Uint8Array,
): Buffer {
  const plain = unseal(dataKey.key, secretAad(companyId, dataKey.version, location), sealed)
  if (plain) return plain
  throw new AppError('ERR_INTERNAL', {
    detail: `a secret does not open, it was changed or moved (${describeLocation(companyId, location)})`,
  })
}

/** The last record of each key. */
export function keepLastOfEach(keys: readonly KeyRecord[]): KeyRecord[] {
  return [...new Map(keys.map((key) => [JSON.stringify([key.type, key.id]), key])).values()]
}

/** The write with every value sealed under `dataKey`. */
export function sealWrite(owner: Owner, dataKey: DataKey, write: VaultWrite): SealedWrite {
  const { companyId } = owner
  const records = keepLastOfEach(write.keys ?? [])
  const secrets = records.flatMap(({ type, id, value }) =>
    value
      ? [{ type, id, content: sealSecret(companyId, dataKey, secretLocation(owner, type, id), value) }]
      : [],
  )
  if (write.credentials) {
    const location = secretLocation(owner, CREDENTIALS, '')
    secrets.push({
      type: CREDENTIALS,
      id: '',
      content: sealSecret(companyId, dataKey, location, write.credentials),
    })
  }
  return {
    keyVersion: dataKey.version,
    secrets,
    deleted: records.filter(({ value }) => value === null).map(({ type, id }) => ({ type, id })),
    journal: (write.journal ?? []).map(({ hash, content }) => ({
      hash,
      content: sealSecret(companyId, dataKey, journalLocation(owner, hash), content),
    })),
  }
}
