import { createHash } from 'node:crypto'

import type { CompanyId, ConnectionId } from '@balcao/contracts'
import { DAY, type Sealer } from '@balcao/kernel'

/** The credentials of the official API that a connection has; secrets are sealed. */
export interface CloudAccount {
  companyId: CompanyId
  connectionId: ConnectionId
  phoneNumberId: string
  businessAccountId: string
  sealedToken: string
  sealedAppSecret: string
  /** The app's secret before it was replaced. */
  sealedFormerSecret: string | null
  formerSecretUntil: Date | null
  /** SHA-256 of the verify token, in hex. */
  verifyHash: string
  /** Of the number's two-step verification, where this desk has set or used it. */
  sealedPin: string | null
  displayNumber: string
  verifiedName: string
  quality: string
  checkedAt: Date
}

/** What Meta says of a number. */
export interface CloudNumber {
  displayNumber: string
  verifiedName: string
  quality: string
}

/** What calls of the Graph API need. */
export interface CloudCredentials {
  phoneNumberId: string
  businessAccountId: string
  token: string
  appSecret: string
}

/** What an administrator entered; empty secrets stay as they are. */
export interface EnteredAccount {
  phoneNumberId: string
  businessAccountId: string
  token: string
  appSecret: string
  verifyToken: string
}

/** How long calls that are signed with the former secret are taken. */
const FORMER_SECRET_MS = DAY

export const sealPurpose = (companyId: CompanyId): string => `cloud account ${companyId}`

export const hashVerifyToken = (token: string): string => createHash('sha256').update(token).digest('hex')

const openSecret = (sealer: Sealer, { companyId }: CloudAccount, sealed: string): string =>
  // Nothing that Meta gives is empty: an unreadable secret is refused like a wrong one.
  sealer.open(sealed, sealPurpose(companyId)) ?? ''

/** The credentials, unsealed; a secret that no longer opens is ''. */
export const openCredentials = (sealer: Sealer, account: CloudAccount): CloudCredentials => ({
  phoneNumberId: account.phoneNumberId,
  businessAccountId: account.businessAccountId,
  token: openSecret(sealer, account, account.sealedToken),
  appSecret: openSecret(sealer, account, account.sealedAppSecret),
})

/** The secrets that may have signed a call now. */
export function listAppSecrets(sealer: Sealer, account: CloudAccount, now: Date): string[] {
  const { sealedFormerSecret, formerSecretUntil, sealedAppSecret } = account
  const isFormerValid = sealedFormerSecret !== null && formerSecretUntil !== null && formerSecretUntil > now
  return [sealedAppSecret, ...(isFormerValid ? [sealedFormerSecret] : [])]
    .map((sealed) => openSecret(sealer, account, sealed))
    .filter((secret) => secret !== '')
}

/** The account with what was entered. A secret that is replaced by another one is taken for a day more. */
export function applyEntered(
  sealer: Sealer,
  { companyId, connectionId }: Pick<CloudAccount, 'companyId' | 'connectionId'>,
  {
    before,
    entered,
    number,
  }: { before: CloudAccount | undefined; entered: EnteredAccount; number: CloudNumber },
  now: Date,
): CloudAccount {
  const seal = (text: string) => sealer.seal(text, sealPurpose(companyId))
  const isReplaced =
    before !== undefined &&
    entered.appSecret !== '' &&
    entered.appSecret !== openSecret(sealer, before, before.sealedAppSecret)
  return {
    companyId,
    connectionId,
    phoneNumberId: entered.phoneNumberId,
    businessAccountId: entered.businessAccountId,
    sealedToken: entered.token === '' ? (before?.sealedToken ?? '') : seal(entered.token),
    sealedAppSecret: entered.appSecret === '' ? (before?.sealedAppSecret ?? '') : seal(entered.appSecret),
    sealedFormerSecret: isReplaced ? before.sealedAppSecret : (before?.sealedFormerSecret ?? null),
    formerSecretUntil: isReplaced
      ? new Date(now.getTime() + FORMER_SECRET_MS)
      : (before?.formerSecretUntil ?? null),
    sealedPin: before?.phoneNumberId === entered.phoneNumberId ? before.sealedPin : null,
    verifyHash:
      entered.verifyToken === '' ? (before?.verifyHash ?? '') : hashVerifyToken(entered.verifyToken),
    ...number,
    checkedAt: now,
  }
}
