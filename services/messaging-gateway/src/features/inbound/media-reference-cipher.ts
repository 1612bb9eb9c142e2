import { createSecretKey, hkdfSync, randomBytes } from 'node:crypto'

import type { CompanyId } from '@balcao/contracts'

import { NONCE_BYTES, seal, unseal } from '../signal-vault'

/** Hides how a file is fetched: a ticket has the file's key in it. */
export interface MediaReferenceCipher {
  /** @param id of the row it will lie in; it opens nowhere else. */
  seal(companyId: CompanyId, id: string, ticket: unknown): Buffer
  /** Undefined when it was sealed under another key. */
  open(companyId: CompanyId, id: string, sealed: Uint8Array): unknown
}

const KEY_BYTES = 32

/** A key per company from the gateway's own secret. Tickets live some days at most: after a new secret they are given up. */
export function createMediaReferenceCipher(secret: string): MediaReferenceCipher {
  const keyOf = (companyId: CompanyId) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `media-ticket:${companyId}`, KEY_BYTES)))
  return {
    seal: (companyId, id, ticket) =>
      seal(keyOf(companyId), id, Buffer.from(JSON.stringify(ticket)), randomBytes(NONCE_BYTES)),
    open: (companyId, id, sealed) => {
      const plain = unseal(keyOf(companyId), id, sealed)
      return plain === undefined ? undefined : (JSON.parse(plain.toString('utf8')) as unknown)
    },
  }
}
