import {
  companyId as toCompanyId,
  userId,
  type CompanyId,
  type ConnectionId,
  type Profile,
  type QueueId,
  type SettingKey,
} from '@balcao/contracts'
import type { ServicePorts } from '@balcao/kernel'
import { createSealer, query, sql } from '@balcao/platform'

import { Argon2Passwords } from './adapters/passwords/argon2-passwords'
import { PgCompanyStore, PgPasswordResetStore, PgSettingStore, PgUserStore } from './adapters/postgres'
import type { AuthConfig } from './config'
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

/** Users and settings of an import of another system. The plan's limits are not asked: the operator imports. */
export function openUserImports(config: Pick<AuthConfig, 'sealKey'>, ports: ServicePorts) {
  const { db, clock, ids, events } = ports
  const companies = new PgCompanyStore()
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
    /** Why there is no setting that would take the value; '' where there is. */
    findSettingFault,
    /** Unless the company has chosen a value. */
    putSetting: (companyId: CompanyId, key: SettingKey, value: string) =>
      db.withTenant(companyId, async (tx) => {
        if ((await settings.read(tx, companyId)).has(key)) return 'joined' as const
        await settings.write(tx, companyId, { key, value, isSecret: false }, clock.now())
        await events.append(tx, [settingChanged(ports, companyId, key, value)])
        return 'made' as const
      }),
  }
}

/** See `openUserImports`. */
export type UserImports = ReturnType<typeof openUserImports>
