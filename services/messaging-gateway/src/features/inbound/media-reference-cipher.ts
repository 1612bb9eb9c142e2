import { createSecretKey, hkdfSync, randomBytes } from 'node:crypto'

import type { CompanyId } from '@balcao/contracts'

import { NONCE_BYTES, seal, unseal } from '../signal-vault'

/** Encrypts media references, which have the file's key in them. */
export interface MediaReferenceCipher {
  /** @param id of the row; it opens with the same id only. */
  seal(companyId: CompanyId, id: string, reference: unknown): Buffer
  /** Undefined when it was sealed under another key. */
  open(companyId: CompanyId, id: string, sealed: Uint8Array): unknown
}

const KEY_BYTES = 32

/** A key per company, derived from the gateway's secret. After a change of the secret pending downloads are given up. */
export function createMediaReferenceCipher(secret: string): MediaReferenceCipher {
  const deriveKey = (companyId: CompanyId) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `media-ticket:${companyId}`, KEY_BYTES)))
  return {
    seal: (companyId, id, reference) =>
      seal(deriveKey(companyId), id, Buffer.from(JSON.stringify(reference)), randomBytes(NONCE_BYTES)),
    open: (companyId, id, sealed) => {
      const plain = unseal(deriveKey(companyId), id, sealed)
      return plain === undefined ? undefined : (JSON.parse(plain.toString('utf8')) as unknown)
    },
  }
}
