import type { CompanyId, ConnectionId } from '@balcao/contracts'

/** Table and row of a sealed value. */
export interface SecretLocation {
  table: 'secrets' | 'journal'
  connectionId: ConnectionId
  /** Of a secret; '' in the journal. */
  type: string
  /** Of a secret, or the hash of a journal row. */
  id: string
}

/** The type of the row with the credentials; no protocol library has a key type of this name. */
export const CREDENTIALS = '$credentials'

/** Additional authenticated data of a sealed value: it opens in this row and under this version of the company's data key only. */
export const secretAad = (companyId: CompanyId, keyVersion: number, location: SecretLocation): string =>
  JSON.stringify([location.table, companyId, location.connectionId, location.type, location.id, keyVersion])

/** For an error: without the id, which may be a phone number. */
export const describeLocation = (
  companyId: CompanyId,
  { table, connectionId, type }: SecretLocation,
): string =>
  [`company ${companyId}`, `connection ${connectionId}`, table === 'journal' ? 'the journal' : type].join(
    ', ',
  )
