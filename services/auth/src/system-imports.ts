import { isDeepStrictEqual } from 'node:util'

import {
  companyId as toCompanyId,
  defaultBusinessHours,
  userId,
  type BusinessHoursView,
  type CompanyId,
  type ConnectionId,
  type Profile,
  type QueueId,
  type SettingKey,
} from '@balcao/contracts'
import { AppError, type ServicePorts } from '@balcao/kernel'
import { createSealer, query, sql } from '@balcao/platform'

import { Argon2Passwords } from './adapters/passwords/argon2-passwords'
import { PgCompanyStore } from './adapters/postgres/pg-company-store'
import { PgPasswordResetStore } from './adapters/postgres/pg-password-reset-store'
import { PgSettingStore } from './adapters/postgres/pg-setting-store'
import { PgUserStore } from './adapters/postgres/pg-user-store'
import type { AuthConfig } from './config'
import { companyChanged } from './features/companies'
import { findSettingFault, settingChanged } from './features/settings'
import { createUser, normalizeEmail, userDeleted } from './features/users'
import { signals } from './signals'

export interface ImportedUser {
  name: string
  email: string
  profile: Profile
  allTicket: boolean
  queueIds: readonly QueueId[]
  connectionId: ConnectionId | null
  createdAt: Date
}

type PutOutcome = 'made' | 'same' | 'chosen'

interface SettingImportDeps extends Pick<ServicePorts, 'db' | 'clock' | 'ids' | 'events'> {
  companies: PgCompanyStore
  settings: PgSettingStore
}

const createSettingImports = (deps: SettingImportDeps) => {
  const { db, clock, events, companies, settings } = deps
  return {
    /** Why there is no setting that would take the value; '' where there is. */
    findSettingFault,
    /** `chosen`: the company has another value, which stays. A dry one writes nothing. */
    putSetting: (companyId: CompanyId, key: SettingKey, value: string, { isDry }: { isDry: boolean }) =>
      db.withTenant(companyId, async (tx): Promise<PutOutcome> => {
        const chosen = (await settings.read(tx, companyId)).get(key)
        if (chosen !== undefined) return chosen === value ? 'same' : 'chosen'
        if (isDry) return 'made'
        await settings.write(tx, companyId, { key, value, isSecret: false }, clock.now())
        await events.append(tx, [settingChanged(deps, companyId, key, value)])
        return 'made'
      }),
    /** Business hours of the company, as `putSetting`. Without a zone it keeps its own. */
    putHours: (
      companyId: CompanyId,
      { schedules, timeZone }: { schedules: readonly BusinessHoursView[]; timeZone: string },
      { isDry }: { isDry: boolean },
    ) =>
      db.withTenant(companyId, async (tx): Promise<PutOutcome> => {
        const before = await companies.lock(tx, companyId)
        if (!before) throw new AppError('ERR_NO_COMPANY_FOUND')
        const hours = { schedules, timeZone: timeZone || before.timeZone }
        if (isDeepStrictEqual(hours, { schedules: before.schedules, timeZone: before.timeZone }))
          return 'same'
        if (!isDeepStrictEqual(before.schedules, defaultBusinessHours)) return 'chosen'
        if (isDry) return 'made'
        const company = await companies.setHours(tx, companyId, hours, clock.now())
        await events.append(tx, [companyChanged(deps, company)])
        return 'made'
      }),
  }
}

/** Users and settings of an import of another system. The plan's limits are not asked: the operator imports. */
export function openUserImports(config: Pick<AuthConfig, 'sealKey'>, ports: ServicePorts) {
  const { db, clock, ids, events } = ports
  const companies = new PgCompanyStore(ports.primaryNames)
  const users = new PgUserStore()
  const resets = new PgPasswordResetStore()
  const settings = new PgSettingStore(createSealer(config.sealKey, 'auth'), signals.settingUnreadable)
  const deps = { ...ports, companies, users }

  return {
    /** By id, else by name. */
    findCompany: (asked: string) =>
      // Platform scope: the operator names a company.
      db.asPlatform(async (tx) => {
        const byId = /^\d{1,9}$/.test(asked)
          ? await companies.find(tx, toCompanyId(Number(asked)))
          : undefined
        const company = byId ?? (await companies.findByName(tx, asked))
        return company && { id: company.id, name: company.name }
      }),
    listUsers: (companyId: CompanyId) => db.withTenant(companyId, (tx) => users.list(tx, companyId)),
    /** Whether a user of another company has the confirmed e-mail. */
    isEmailTaken: (companyId: CompanyId, email: string) =>
      // Platform scope: e-mails are one over all companies.
      db.asPlatform(async (tx) => {
        const found = await users.findCandidate(tx, normalizeEmail(email))
        return found !== undefined && found.user.companyId !== companyId
      }),
    /** With a password that nobody knows. @throws {AppError} ERR_EMAIL_ALREADY_EXISTS */
    async createUser(companyId: CompanyId, user: ImportedUser): Promise<number> {
      const passwordHash = await new Argon2Passwords().hash(ids.token(32))
      const created = await db.withTenant(companyId, (tx) =>
        createUser(deps, tx, {
          ...user,
          companyId,
          email: normalizeEmail(user.email),
          emailConfirmed: true,
          passwordHash,
          super: false,
          isDemo: false,
        }),
      )
      return created.id
    },
    /** Queues the mail with which the user chooses a password. */
    mailReset: (email: string) =>
      // Platform scope: the table is of the installation.
      db.asPlatform((tx) =>
        resets.enqueueMail(tx, {
          id: ids.next(),
          kind: 'code',
          email: normalizeEmail(email),
          requestedAt: clock.now(),
        }),
      ),
    /** Those of these users who signed in since, or were changed. */
    listChangedUsers: (companyId: CompanyId, userIds: readonly number[], since: Date) =>
      db.withTenant(companyId, async (tx) => {
        const rows = await query<{ id: number }>(
          tx,
          sql`SELECT id FROM users u WHERE company_id = ${companyId} AND id = ANY (${userIds}::int[]) AND (updated_at > ${since}
            OR EXISTS (SELECT 1 FROM refresh_tokens r WHERE r.company_id = u.company_id AND r.user_id = u.id))`,
        )
        return new Set(rows.map(({ id }) => id))
      }),
    deleteUser: (companyId: CompanyId, id: number) =>
      db.withTenant(companyId, async (tx) => {
        await users.delete(tx, companyId, userId(id))
        await events.append(tx, [userDeleted(ports, companyId, id)])
      }),
    ...createSettingImports({ ...ports, companies, settings }),
  }
}

/** See `openUserImports`. */
export type UserImports = ReturnType<typeof openUserImports>
