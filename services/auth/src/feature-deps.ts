import type { CompanyId, QueueId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { createEntitlements, makeApiKey, parseNetwork } from '@balcao/platform'

import type { AuthConfig } from './config'
import { createPendingEmails, remindInvited } from './features/email-change/pending-emails'
import type { PasswordMail } from './features/password-reset'
import { assertReferences, type User } from './features/users'
import type { AuthDeps } from './service'
import { signals } from './signals'

const enqueuePasswordMail = (
  { ids, clock, resets }: AuthDeps,
  tx: Tx,
  kind: PasswordMail['kind'],
  email: string,
) => resets.enqueueMail(tx, { id: ids.next(), kind, email, requestedAt: clock.now() })

const buildCompanyDeps = ({ isSignUpAllowed }: AuthConfig, deps: AuthDeps) => ({
  ...deps,
  isAllowed: isSignUpAllowed,
  inviteOwner: (tx: Tx, email: string) => enqueuePasswordMail(deps, tx, 'code', email),
  onSignedUp: signals.signedUp,
  onKnownEmail: signals.signedUpAgain,
  onHoursChanged: signals.hoursChanged,
  onEdited: signals.companyEdited,
  onPlansMissing: signals.planNamesMissing,
})

const buildResetDeps = ({ revealsUnknown }: AuthConfig, deps: AuthDeps) => ({
  ...deps,
  revealsUnknown,
  remindInvited: (tx: Tx, email: string) => remindInvited(deps.emailChanges, tx, email, deps.clock.now()),
  onRequested: signals.resetRequested,
  onReset: signals.passwordReset,
  onRefused: signals.resetRefused,
  onDropped: signals.passwordMailDropped,
})

const buildEmailDeps = (deps: AuthDeps) => ({
  ...deps,
  pendingEmails: createPendingEmails(deps.db, deps.emailChanges),
  mailChange: (tx: Tx, kind: 'changed' | 'moved', email: string) =>
    enqueuePasswordMail(deps, tx, kind, email),
  onEdited: signals.userEdited,
  onEmailConfirmed: signals.emailConfirmed,
  onMailDropped: () => signals.passwordMailDropped('confirm'),
})

function buildUserDeps(deps: ReturnType<typeof buildEmailDeps>) {
  const { clock, emailChanges } = deps
  const entitlements = createEntitlements(deps)
  return {
    ...deps,
    userLimit: async (companyId: CompanyId) => (await entitlements.limits(companyId)).users,
    requestEmail: (tx: Tx, { companyId, id: userId }: User, email: string, kind: 'own' | 'given') =>
      emailChanges.request(tx, { companyId, userId, email, kind, requestedAt: clock.now() }),
  }
}

const buildApiKeyDeps = (deps: AuthDeps) => ({
  ...deps,
  assertQueues: (companyId: CompanyId, queueIds: readonly QueueId[]) =>
    assertReferences(deps, companyId, { queueIds, connectionId: null }),
  makeKey: makeApiKey,
  isNetwork: (text: string) => parseNetwork(text) !== undefined,
  onEdited: signals.apiKeyEdited,
})

/** What each feature takes besides the shared dependencies. */
export function buildFeatureDeps(config: AuthConfig, deps: AuthDeps) {
  const emails = buildEmailDeps(deps)
  return {
    companies: buildCompanyDeps(config, deps),
    resets: buildResetDeps(config, deps),
    emails,
    users: buildUserDeps(emails),
    apiKeys: buildApiKeyDeps(deps),
  }
}

/** See `buildFeatureDeps`. */
export type FeatureDeps = ReturnType<typeof buildFeatureDeps>
