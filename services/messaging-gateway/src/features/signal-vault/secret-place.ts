import type { CompanyId, ConnectionId } from '@balcao/contracts'

/** Where a sealed value lies: the table, and the row in it. */
export interface SecretPlace {
  table: 'secrets' | 'journal'
  connectionId: ConnectionId
  /** Of a secret; '' in the journal. */
  type: string
  /** Of a secret, or the hash of a journal row. */
  id: string
}

/** The type under which credentials lie beside the keys; no protocol library has a key type of this name. */
export const CREDENTIALS = '$credentials'

/** What a sealed value is bound to: it opens in this row and under this version of the company's data key only. */
export const bindingOf = (companyId: CompanyId, keyVersion: number, place: SecretPlace): string =>
  JSON.stringify([place.table, companyId, place.connectionId, place.type, place.id, keyVersion])

/** For an error: without the id, which may be a phone number. */
export const describePlace = (companyId: CompanyId, { table, connectionId, type }: SecretPlace): string =>
  [`company ${companyId}`, `connection ${connectionId}`, table === 'journal' ? 'the journal' : type].join(
    ', ',
  )
