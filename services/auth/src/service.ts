import type { CompanyId, QueueId, UserId } from '@balcao/contracts'
import type { Running, Service, ServicePorts, Tx } from '@balcao/kernel'
import {
  createActivity,
  createEntitlements,
  createHttpEdge,
  createSealer,
  makeApiKey,
  networkPrefix,
  parseNetwork,
  waitUntilDelivered,
  sweepBlobsJob,
} from '@balcao/platform'

import { Argon2Passwords } from './adapters/passwords/argon2-passwords'
import { commonPasswords } from './adapters/passwords/common-passwords'
import { PgAnnouncementStore } from './adapters/postgres/pg-announcement-store'
import { PgApiKeyStore } from './adapters/postgres/pg-api-key-store'
import { PgCompanyStore } from './adapters/postgres/pg-company-store'
import { PgEmailChangeStore } from './adapters/postgres/pg-email-change-store'
import { PgHelpStore } from './adapters/postgres/pg-help-store'
import { PgPasswordResetStore } from './adapters/postgres/pg-password-reset-store'
import { PgPendingSignUpStore } from './adapters/postgres/pg-pending-sign-up-store'
import { PgRefreshTokenStore } from './adapters/postgres/pg-refresh-token-store'
import { PgSettingStore } from './adapters/postgres/pg-setting-store'
import { PgSignUpNoticeStore } from './adapters/postgres/pg-sign-up-notice-store'
import { PgSigningKeyStore } from './adapters/postgres/pg-signing-key-store'
import { PgUserStore } from './adapters/postgres/pg-user-store'
import { Es256AccessTokens } from './adapters/tokens/es256-access-tokens'
import { authRpc } from './auth.rpc'
import { authCompanyExport } from './company-export'
import type { AuthConfig } from './config'
import { announcementRoutes } from './features/announcements/announcements.routes'
import { apiKeysRoutes } from './features/api-keys/api-keys.routes'
import { companiesRoutes } from './features/companies/companies.routes'
import { confirmSignUp } from './features/companies/confirm-sign-up'
import { assertFirstAdminAllowed, createFirstCompany } from './features/companies/first-company'
import { renewalsConsumer } from './features/companies/renewals.consumer'
import { mailNoticesJob } from './features/companies/mail-notices.job'
import { mailSignUpsJob, sweepSignUpsJob } from './features/companies/mail-sign-ups.job'
import { assertNoDemo } from './features/demo'
import { confirmGivenEmail } from './features/email-change/confirm-given-email'
import { emailChangeRoutes } from './features/email-change/email-change.routes'
import { createPendingEmails, remindInvited } from './features/email-change/pending-emails'
import { mailEmailCodesJob } from './features/email-change/mail-email-codes.job'
import { helpsRoutes } from './features/helps/helps.routes'
import { mailPasswordsJob } from './features/password-reset/mail-passwords.job'
import { passwordResetRoutes } from './features/password-reset/password-reset.routes'
import { createResetCodeHashes } from './features/password-reset/reset-code'
import {
  createGivenEmailGuard,
  createResetGuard,
  endSessions,
  issueToken,
  renewSession,
  type SessionDeps,
} from './features/sessions'
import { createKnownDevices } from './features/sessions/known-device'
import { createLoginGuard } from './features/sessions/login-guard'
import { createSessionCookies } from './features/sessions/session-cookies'
import { sessionsRoutes } from './features/sessions/sessions.routes'
import { sweepTokensJob } from './features/sessions/sweep-tokens.job'
import { settingsRoutes } from './features/settings/settings.routes'
import { assertReferences, createQueueNames, type AnswerSession, type User } from './features/users'
import { connectionsConsumer } from './features/users/connections.consumer'
import { queuesConsumer } from './features/users/queues.consumer'
import { usersRoutes } from './features/users/users.routes'
import { authMigrations } from './migrations'
import { signals } from './signals'

export { authConfig, type AuthConfig } from './config'
export { openUserImports, type ImportedUser, type UserImports } from './system-imports'

/** Sign-in, users, companies and settings. */
export function createAuthService(config: AuthConfig, ports: ServicePorts): Service {
  const { db, events, inbox, ids, clock, rpc, presence } = ports
  const passwords = new Argon2Passwords({ onDone: signals.passwordHashed })
  const deps: SessionDeps = {
    db,
    events,
    ids,
    clock,
    signals,
    passwords,
    ...createStores(config),
    queueNames: createQueueNames({ cache: ports.cache, rpc, onMissing: signals.queueNamesMissing }),
    accessTokens: createAccessTokens(config, ports),
    untilDelivered: (orderingKey) => waitUntilDelivered(ports, orderingKey),
  }
  const notices = new PgSignUpNoticeStore()
  const mailing = createActivity()
  const resets = new PgPasswordResetStore(mailing.note)
  const emailChanges = new PgEmailChangeStore(mailing.note)
  const confirmsEmails = ports.mailer.delivers
  const hashes = createResetCodeHashes(config.sealKey)
  const origin = config.publicOrigins[0]
  const companyDeps = {
    ...deps,
    hashes,
    confirmsEmails,
    pendingSignUps: new PgPendingSignUpStore(mailing.note),
    rpc,
    isAllowed: config.isSignUpAllowed,
    commonPasswords,
    notices,
    inviteOwner: (tx: Tx, email: string) =>
      resets.enqueueMail(tx, { id: ports.ids.next(), kind: 'code', email, requestedAt: clock.now() }),
    pause: ports.pause,
    onSignedUp: signals.signedUp,
    onKnownEmail: signals.signedUpAgain,
    onHoursChanged: signals.hoursChanged,
    onEdited: signals.companyEdited,
    onPlansMissing: signals.planNamesMissing,
    tokens: ports.tokens,
    sessions: ports.sessions,
  }
  const edge = createHttpEdge(ports, 'auth')
  const guard = createLoginGuard(ports.pause)
  const cookies = createSessionCookies({ secure: config.cookieSecure, mediaCookies: ports.mediaCookies })
  sessionsRoutes(edge, deps, {
    cookies,
    guard,
    allowedOrigins: config.publicOrigins,
    knownDevices: createKnownDevices(config.sealKey),
  })
  companiesRoutes(edge, companyDeps)
  const resetDeps = {
    ...deps,
    resets,
    hashes,
    commonPasswords,
    pause: ports.pause,
    mailer: ports.mailer,
    origin,
    revealsUnknown: config.revealsUnknown,
    endSessions: (tx: Tx, companyId: CompanyId, userId: UserId) => endSessions(deps, tx, companyId, userId),
    onRequested: signals.resetRequested,
    onReset: signals.passwordReset,
    onRefused: signals.resetRefused,
    onDropped: signals.passwordMailDropped,
    remindInvited: (tx: Tx, email: string) => remindInvited(emailChanges, tx, email, clock.now()),
  }
  const resetGuard = createResetGuard(ports.pause)
  passwordResetRoutes(edge, { ...resetDeps, guard: resetGuard })
  const entitlements = createEntitlements(ports)
  const answerSession: AnswerSession = async (exchange, renewed) => {
    cookies.set(exchange, renewed)
    return issueToken(deps, renewed.user)
  }
  const emailDeps = {
    ...deps,
    presence,
    emailChanges,
    hashes,
    origin,
    pendingEmails: createPendingEmails(db, emailChanges),
    mailer: ports.mailer,
    mailChange: (tx: Tx, kind: 'changed' | 'moved', email: string) =>
      resetDeps.resets.enqueueMail(tx, { id: ports.ids.next(), kind, email, requestedAt: clock.now() }),
    renewSession: (tx: Tx, companyId: CompanyId, userId: UserId) => renewSession(deps, tx, companyId, userId),
    onEdited: signals.userEdited,
    onEmailConfirmed: signals.emailConfirmed,
    onMailDropped: () => signals.passwordMailDropped('confirm'),
  }
  emailChangeRoutes(edge, emailDeps, {
    answerSession,
    guard: resetGuard,
    confirmers: [
      (asked) => confirmGivenEmail(emailDeps, asked),
      (asked) => confirmSignUp(companyDeps, asked),
    ],
  })
  const userDeps = {
    ...emailDeps,
    rpc,
    commonPasswords,
    userLimit: async (companyId: CompanyId) => (await entitlements.limits(companyId)).users,
    endSessions: resetDeps.endSessions,
    confirmsEmails,
    requestEmail: (tx: Tx, { companyId, id: userId }: User, email: string, kind: 'own' | 'given') =>
      emailChanges.request(tx, { companyId, userId, email, kind, requestedAt: clock.now() }),
  }
  const givenGuard = createGivenEmailGuard(ports.pause, confirmsEmails)
  usersRoutes(edge, userDeps, {
    answerSession,
    guardPassword: ({ rateLimits, ip }, email, work) =>
      guard(rateLimits, { account: email, network: networkPrefix(ip), device: 'session' }, work),
    guardGivenEmails: ({ rateLimits, ip, session }, work) => {
      const account = `company ${session.companyId}`
      return givenGuard(rateLimits, { account, network: networkPrefix(ip), device: undefined }, work)
    },
  })
  announcementRoutes(
    edge,
    { ...ports, announcements: new PgAnnouncementStore() },
    ports.mediaLinks.sign.bind(ports.mediaLinks),
  )
  helpsRoutes(edge, { db, helps: new PgHelpStore(), onEdited: signals.helpEdited })
  const apiKeys = new PgApiKeyStore()
  apiKeysRoutes(edge, {
    ...deps,
    apiKeys,
    assertQueues: (companyId: CompanyId, queueIds: readonly QueueId[]) =>
      assertReferences({ rpc }, companyId, { queueIds, connectionId: null }),
    makeKey: makeApiKey,
    isNetwork: (text) => parseNetwork(text) !== undefined,
    onEdited: signals.apiKeyEdited,
  })
  settingsRoutes(edge, { ...deps, onChanged: signals.settingChanged })
  return {
    name: 'auth',
    http: edge.router,
    rpc: [authRpc({ ...deps, apiKeys })],
    consumers: [
      queuesConsumer({ ...deps, inbox }),
      connectionsConsumer({ ...deps, inbox }),
      renewalsConsumer({ ...deps, inbox }),
    ],
    jobs: [
      sweepTokensJob(deps),
      sweepSignUpsJob(companyDeps),
      sweepBlobsJob('auth', ports),
      mailPasswordsJob(resetDeps, mailing),
      mailEmailCodesJob(emailDeps, mailing),
      mailSignUpsJob({ ...companyDeps, mailer: ports.mailer, origin }, mailing),
      mailNoticesJob({ db, clock, notices, mailer: ports.mailer, loginPage: origin }),
    ],
    migrations: authMigrations,
    exportSecret: config.sealKey,
    companyExport: authCompanyExport(db, (stored) => deps.settings.isSealed(stored)),
    check: () => check(config, deps),
    start: () => start(config, deps, passwords),
  }
}

function createStores(config: AuthConfig) {
  const sealer = createSealer(config.sealKey, 'auth')
  return {
    companies: new PgCompanyStore(),
    users: new PgUserStore(),
    settings: new PgSettingStore(sealer, signals.settingUnreadable),
    refreshTokens: new PgRefreshTokenStore(),
  }
}

function createAccessTokens(config: AuthConfig, { db, clock, ids }: ServicePorts): Es256AccessTokens {
  const keys = new PgSigningKeyStore(createSealer(config.sealKey, 'auth'), signals.signingKeyUnreadable)
  return new Es256AccessTokens({ db, keys, clock, ids, onKeyMade: signals.signingKeyMade })
}

/* Before any listener serves it: refuses default passwords outside a demo, and FIRST_ADMIN_* that would be ignored. */
async function check(config: AuthConfig, deps: SessionDeps): Promise<void> {
  if (!config.isLoopbackDemo) await assertNoDemo(deps)
  if (config.firstAdmin) await assertFirstAdminAllowed(deps, config.firstAdmin)
}

/* Prepares what the first login would wait for; starts no background work. */
async function start(config: AuthConfig, deps: SessionDeps, passwords: Argon2Passwords): Promise<Running> {
  await passwords.warmUp()
  await deps.accessTokens.listPublicKeys()
  if (config.firstAdmin) await createFirstCompany(deps, config.firstAdmin)
  return { stop: async () => undefined }
}
