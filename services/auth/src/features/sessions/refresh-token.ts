import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

import type { CompanyId, UserId } from '@balcao/contracts'
import { DAY, SECOND } from '@balcao/kernel'

/** A stored refresh token: its hash, not the token. All tokens that descend from one login are a family. */
export interface RefreshToken {
  id: string
  companyId: CompanyId
  userId: UserId
  familyId: string
  parentId: string | null
  tokenHash: string
  replacedBy: string | null
  /** The successor, encrypted under this token. */
  sealedSuccessor: string | null
  usedAt: Date | null
  revokedAt: Date | null
  expiresAt: Date
  createdAt: Date
}

export const REFRESH_TTL_MS = 7 * DAY
/** Grace for two tabs or a lost answer: within this time a used token gets the same successor again. */
export const REFRESH_GRACE_MS = 10 * SECOND

export type RefreshDecision = 'rotate' | 'repeat' | 'reuse' | 'over'

/** The decision on a presented refresh token. */
export function decideRefresh(token: RefreshToken, now: Date): RefreshDecision {
  if (token.revokedAt || token.expiresAt <= now) return 'over'
  if (!token.usedAt) return 'rotate'
  return now.getTime() - token.usedAt.getTime() <= REFRESH_GRACE_MS ? 'repeat' : 'reuse'
}

/** 256 random bits as base64url; other values are refused without a lookup. */
export const isRefreshSecret = (value: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(value)

export const newRefreshSecret = (): string => randomBytes(32).toString('base64url')

export const hashRefreshSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

interface Descent {
  id: string
  companyId: CompanyId
  userId: UserId
  familyId: string
  parentId: string | null
}

export const buildRefreshToken = (descent: Descent, secret: string, now: Date): RefreshToken => ({
  ...descent,
  tokenHash: hashRefreshSecret(secret),
  replacedBy: null,
  sealedSuccessor: null,
  usedAt: null,
  revokedAt: null,
  expiresAt: new Date(now.getTime() + REFRESH_TTL_MS),
  createdAt: now,
})

const sealKey = (secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'balcao refresh successor', 32))

/*
 * The successor must be returned again within the grace, but must not be readable in a dump of the database, nor be
 * computable from its parent alone. So it is random, and stored encrypted under a key derived from the parent.
 */
export function sealSuccessor(parentSecret: string, successor: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealKey(parentSecret), iv)
  const sealed = Buffer.concat([cipher.update(successor, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** @throws when `sealed` was not sealed with this parent. */
export function openSuccessor(parentSecret: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', sealKey(parentSecret), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}
