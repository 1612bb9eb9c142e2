import type { CompanyId } from '@balcao/contracts'
import { MINUTE, SECOND, type Clock, type TokenClaims } from '@balcao/kernel'

import { createSignedClaims } from '../sealing'

/** Signatures with which a browser downloads a company's export: a download sends no `Authorization`. */
export interface ExportLinks {
  /** Counts for one minute, for one company and the session that asked. */
  sign(exported: CompanyId, claims: TokenClaims): string
  /** Who asked for this company's export; undefined for another signature, and for an old one. */
  verify(exported: CompanyId, signature: string): TokenClaims | undefined
}

/** Signatures under a key derived from a secret that auth's processes alone have: who has it can name any user as the one who asked. */
export function createExportLinks(secret: string, clock: Clock): ExportLinks {
  const signed = createSignedClaims(secret, 'balcao company exports', clock)
  return {
    sign: (exported, claims) =>
      signed.sign(claims, Math.floor((clock.now().getTime() + MINUTE) / SECOND), String(exported)),
    verify: (exported, signature) => signed.verify(signature, String(exported)),
  }
}
