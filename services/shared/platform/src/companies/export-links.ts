import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

import { companyId, userId, type CompanyId } from '@balcao/contracts'
import { MINUTE, SECOND, type Clock, type TokenClaims } from '@balcao/kernel'

/** Tickets with which a browser downloads a company's export: a download sends no `Authorization`. */
export interface ExportLinks {
  /** Counts for one minute, for one company and the session that asked. */
  sign(exported: CompanyId, claims: TokenClaims): string
  /** Who asked for this company's export; undefined for another ticket, and for an old one. */
  verify(exported: CompanyId, ticket: string): TokenClaims | undefined
}

/* Company and user who asked, token version, expiry in seconds, signature. */
const TICKET = /^([1-9]\d{0,9})\.([1-9]\d{0,9})\.(\d{1,10})\.(\d{1,12})\.([\w-]{43})$/

/** Tickets signed with HMAC-SHA256 under a key derived from the secret of media links. */
export function createExportLinks(secret: string, clock: Clock): ExportLinks {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'balcao company exports', 32))
  const sign = (exported: CompanyId, text: string): Buffer =>
    createHmac('sha256', key).update(`${exported}|${text}`).digest()

  return {
    sign: (exported, claims) => {
      const expiresAt = Math.floor((clock.now().getTime() + MINUTE) / SECOND)
      const text = [claims.companyId, claims.userId, claims.tokenVersion, expiresAt].join('.')
      return `${text}.${sign(exported, text).toString('base64url')}`
    },
    verify: (exported, ticket) => {
      const [, company, user, version, expiry, signature] = TICKET.exec(ticket) ?? []
      if (signature === undefined || Number(expiry) * SECOND <= clock.now().getTime()) return undefined
      const expected = sign(exported, ticket.slice(0, ticket.lastIndexOf('.')))
      if (!timingSafeEqual(Buffer.from(signature, 'base64url'), expected)) return undefined
      return {
        companyId: companyId(Number(company)),
        userId: userId(Number(user)),
        tokenVersion: Number(version),
      }
    },
  }
}
