import type { ApiKeyId, CompanyId, HelpId, UserId } from '@balcao/contracts'
import { counter, histogram } from '@balcao/platform'

import { auditLog, authLog } from './logger'

interface Who {
  companyId: CompanyId
  userId: UserId
}

const logins = counter('balcao_auth_logins_total', 'Logins, by outcome')
const refreshes = counter('balcao_auth_refreshes_total', 'Refreshed sessions, by outcome')
const endings = counter('balcao_auth_sessions_ended_total', 'Sessions ended, by reason')
const signUps = counter('balcao_auth_sign_ups_total', 'Companies that signed up')
const hashMs = histogram(
  'balcao_auth_password_hash_ms',
  'Time a password waited and was hashed, in milliseconds',
)
const resets = counter('balcao_auth_password_resets_total', 'Password resets, by outcome')
const keysMade = counter('balcao_auth_signing_keys_total', 'Signing keys made')

/** One function per business fact: counter and log line together. */
export const signals = {
  loggedIn(who: Who) {
    logins.add(1, { outcome: 'ok' })
    auditLog.info({ ...who, action: 'login' }, 'logged in')
  },
  /** `who` is undefined for an unknown account; the caller gets the same answer either way. */
  loginRefused(reason: 'credentials' | 'past-due', who?: Who) {
    logins.add(1, { outcome: reason })
    auditLog.info({ ...who, action: 'login', reason }, 'login refused')
  },
  refreshed(outcome: 'rotated' | 'repeated' | 'refused') {
    refreshes.add(1, { outcome })
  },
  sessionEnded(who: Who) {
    endings.add(1, { reason: 'logout' })
    auditLog.info({ ...who, action: 'logout' }, 'logged out')
  },
  refreshReused(who: Who & { familyId: string }) {
    endings.add(1, { reason: 'reuse' })
    auditLog.warn(
      { ...who, action: 'refresh-reuse' },
      'a used refresh token came back: its family is revoked',
    )
  },
  userEdited(who: Who, action: 'create' | 'update' | 'delete', userId: UserId) {
    auditLog.info({ ...who, action: `user-${action}`, subject: userId }, `user ${action}d`)
  },
  emailConfirmed(who: Who) {
    auditLog.info(
      { companyId: who.companyId, userId: who.userId, action: 'email-confirmed' },
      'the owner of an e-mail confirmed it',
    )
  },
  companyEdited(who: Who, action: 'create' | 'update' | 'delete', subject: CompanyId) {
    const { companyId, userId } = who
    auditLog.info({ companyId, userId, action: `company-${action}`, subject }, `company ${action}d`)
  },
  apiKeyEdited(who: Who, action: 'create' | 'update' | 'delete', subject: ApiKeyId) {
    const { companyId, userId } = who
    auditLog.info({ companyId, userId, action: `api-key-${action}`, subject }, `API key ${action}d`)
  },
  helpEdited(who: Who, action: 'create' | 'update' | 'delete', subject: HelpId) {
    const { companyId, userId } = who
    auditLog.info({ companyId, userId, action: `help-${action}`, subject }, `help video ${action}d`)
  },
  planNamesMissing() {
    authLog.warn('companies were listed without the names of their plans: billing did not answer')
  },
  signedUp(who: Who) {
    signUps.add()
    auditLog.info({ ...who, action: 'sign-up' }, 'company signed up')
  },
  signedUpAgain(who: Who) {
    auditLog.info(
      { ...who, action: 'sign-up-known' },
      'a sign-up used the e-mail of this user, who is told by mail',
    )
  },
  /** Without the account: whether there is one is looked up later. */
  resetRequested() {
    resets.add(1, { outcome: 'requested' })
  },
  resetRefused() {
    resets.add(1, { outcome: 'refused' })
    auditLog.info({ action: 'password-reset-refused' }, 'a reset code was refused')
  },
  passwordReset(who: Who) {
    resets.add(1, { outcome: 'done' })
    auditLog.info(
      { companyId: who.companyId, userId: who.userId, action: 'password-reset' },
      'password reset; its sessions are ended',
    )
  },
  passwordMailDropped(kind: string) {
    resets.add(1, { outcome: 'mail-dropped' })
    authLog.error(
      { kind },
      'the mail server did not take a mail about a password for 15 minutes; it is dropped',
    )
  },
  settingChanged(who: Who, key: string) {
    auditLog.info({ ...who, action: 'setting', name: key }, 'setting changed')
  },
  hoursChanged(who: Who) {
    auditLog.info({ ...who, action: 'hours' }, 'business hours changed')
  },
  passwordHashed(ms: number) {
    hashMs.record(ms)
  },
  signingKeyMade(kid: string) {
    keysMade.add()
    authLog.info({ id: kid }, 'made a signing key')
  },
  signingKeyUnreadable(kid: string) {
    authLog.error({ id: kid }, 'AUTH_SEAL_KEY does not open this signing key; another one signs from now on')
  },
  settingUnreadable(companyId: CompanyId, key: string) {
    authLog.error({ companyId, name: key }, 'AUTH_SEAL_KEY does not open this setting; it counts as not set')
  },
  queueNamesMissing(companyId: CompanyId, err: unknown) {
    authLog.warn({ companyId, err }, 'tickets did not name the queues; answering with ids only')
  },
}
