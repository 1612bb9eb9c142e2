import type { CompanyId, UserId } from '@balcao/contracts'
import type { EventKey } from '@balcao/contracts/wire'
import type { Running, Service, ServicePorts, Tx } from '@balcao/kernel'
import {
  createActivity,
  createHttpEdge,
  createSealer,
  networkPrefix,
  waitUntilDelivered,
  sweepBlobsJob,
  type HttpEdge,
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
import { buildFeatureDeps, type FeatureDeps } from './feature-deps'
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
} from './features/sessions'
import { createKnownDevices } from './features/sessions/known-device'
import { createLoginGuard, type LoginGuard } from './features/sessions/login-guard'
import { createSessionCookies } from './features/sessions/session-cookies'
import { sessionsRoutes } from './features/sessions/sessions.routes'
import { sweepTokensJob } from './features/sessions/sweep-tokens.job'
import { settingsRoutes } from './features/settings/settings.routes'
import { createQueueNames, type AnswerSession } from './features/users'
import { connectionsConsumer } from './features/users/connections.consumer'
import { queuesConsumer } from './features/users/queues.consumer'
import { usersRoutes, type AccountEdge } from './features/users/users.routes'
import { authMigrations } from './migrations'
import { signals } from './signals'

export { authConfig, type AuthConfig } from './config'
export { openUserImports, type ImportedUser, type UserImports } from './system-imports'

function wire(config: AuthConfig, ports: ServicePorts) {
  const mailing = createActivity()
  const deps = {
    ...ports,
    signals,
    mailing,
    ...createStores(config, ports.primaryNames, mailing.note),
    passwords: new Argon2Passwords({ onDone: signals.passwordHashed }),
    commonPasswords,
    queueNames: createQueueNames({ ...ports, onMissing: signals.queueNamesMissing }),
    accessTokens: createAccessTokens(config, ports),
    hashes: createResetCodeHashes(config.sealKey),
    origin: config.publicOrigins[0],
    confirmsEmails: ports.mailer.delivers,
    untilDelivered: ({ orderingKey }: EventKey) => waitUntilDelivered(ports, orderingKey),
  }
  return {
    ...deps,
    endSessions: (tx: Tx, companyId: CompanyId, userId: UserId) => endSessions(deps, tx, companyId, userId),
    renewSession: (tx: Tx, companyId: CompanyId, userId: UserId) => renewSession(deps, tx, companyId, userId),
  }
}

/** Dependencies that the features share, from config and ports. */
export type AuthDeps = ReturnType<typeof wire>

/** Sign-in, users, companies and settings. */
export function createAuthService(config: AuthConfig, ports: ServicePorts): Service {
  const deps = wire(config, ports)
  const features = buildFeatureDeps(config, deps)
  const edge = createHttpEdge(ports, 'auth')
  addRoutes(edge, config, deps, features)
  return {
    name: 'auth',
    http: edge.router,
    rpc: [authRpc(deps)],
    consumers: [queuesConsumer(deps), connectionsConsumer(deps), renewalsConsumer(deps)],
    jobs: [
      sweepTokensJob(deps),
      sweepSignUpsJob(deps),
      sweepBlobsJob('auth', ports),
      mailPasswordsJob(features.resets, deps.mailing),
      mailEmailCodesJob(features.emails, deps.mailing),
      mailSignUpsJob(deps, deps.mailing),
      mailNoticesJob({ ...deps, loginPage: deps.origin }),
    ],
    migrations: authMigrations,
    companyErasure: { keeps: ['company_primaries'] },
    exportSecret: config.sealKey,
    companyExport: authCompanyExport(deps.db, (stored) => deps.settings.isSealed(stored)),
    check: () => check(config, deps),
    start: () => start(config, deps),
  }
}

function addRoutes(edge: HttpEdge, config: AuthConfig, deps: AuthDeps, features: FeatureDeps): void {
  const guard = createLoginGuard(deps.pause)
  const resetGuard = createResetGuard(deps.pause)
  const cookies = createSessionCookies({ secure: config.cookieSecure, mediaCookies: deps.mediaCookies })
  const answerSession: AnswerSession = async (exchange, renewed) => {
    cookies.set(exchange, renewed)
    return issueToken(deps, renewed.user)
  }
  sessionsRoutes(edge, deps, {
    cookies,
    guard,
    allowedOrigins: config.publicOrigins,
    knownDevices: createKnownDevices(config.sealKey),
  })
  companiesRoutes(edge, features.companies)
  passwordResetRoutes(edge, { ...features.resets, guard: resetGuard })
  emailChangeRoutes(edge, features.emails, {
    answerSession,
    guard: resetGuard,
    confirmers: [
      (asked) => confirmGivenEmail(features.emails, asked),
      (asked) => confirmSignUp(features.companies, asked),
    ],
  })
  usersRoutes(edge, features.users, { answerSession, ...createUserGuards(deps, guard) })
  announcementRoutes(edge, deps, deps.mediaLinks.sign.bind(deps.mediaLinks))
  helpsRoutes(edge, { ...deps, onEdited: signals.helpEdited })
  apiKeysRoutes(edge, features.apiKeys)
  settingsRoutes(edge, { ...deps, onChanged: signals.settingChanged })
}

function createUserGuards(
  { pause, confirmsEmails }: AuthDeps,
  guard: LoginGuard,
): Pick<AccountEdge, 'guardPassword' | 'guardGivenEmails'> {
  const givenGuard = createGivenEmailGuard(pause, confirmsEmails)
  return {
    guardPassword: ({ rateLimits, ip }, email, work) =>
      guard(rateLimits, { account: email, network: networkPrefix(ip), device: 'session' }, work),
    guardGivenEmails: ({ rateLimits, ip, session }, work) => {
      const account = `company ${session.companyId}`
      return givenGuard(rateLimits, { account, network: networkPrefix(ip), device: undefined }, work)
    },
  }
}

function createStores(config: AuthConfig, primaries: readonly string[], noteMail: () => void) {
  const sealer = createSealer(config.sealKey, 'auth')
  return {
    companies: new PgCompanyStore(primaries),
    users: new PgUserStore(),
    settings: new PgSettingStore(sealer, signals.settingUnreadable),
    refreshTokens: new PgRefreshTokenStore(),
    notices: new PgSignUpNoticeStore(),
    pendingSignUps: new PgPendingSignUpStore(noteMail),
    resets: new PgPasswordResetStore(noteMail),
    emailChanges: new PgEmailChangeStore(noteMail),
    announcements: new PgAnnouncementStore(),
    helps: new PgHelpStore(),
    apiKeys: new PgApiKeyStore(),
  }
}

function createAccessTokens(config: AuthConfig, { db, clock, ids }: ServicePorts): Es256AccessTokens {
  const keys = new PgSigningKeyStore(createSealer(config.sealKey, 'auth'), signals.signingKeyUnreadable)
  return new Es256AccessTokens({ db, keys, clock, ids, onKeyMade: signals.signingKeyMade })
}

/* Before any listener serves it: refuses default passwords outside a demo, and FIRST_ADMIN_* that would be ignored. */
async function check(config: AuthConfig, deps: AuthDeps): Promise<void> {
  if (!config.servesDemo) await assertNoDemo(deps)
  if (config.firstAdmin) await assertFirstAdminAllowed(deps, config.firstAdmin)
}

/* Prepares what the first login would wait for; starts no background work. */
async function start(config: AuthConfig, deps: AuthDeps): Promise<Running> {
  await deps.passwords.warmUp()
  await deps.accessTokens.listPublicKeys()
  if (config.firstAdmin) await createFirstCompany(deps, config.firstAdmin)
  return { stop: async () => undefined }
}
