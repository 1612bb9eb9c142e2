import { companyId, planId, queueId, userId, type Profile } from '@balcao/contracts'
import { AppError, type ServicePorts, type Tx } from '@balcao/kernel'

import { Argon2Passwords } from './adapters/passwords/argon2-passwords'
import { PgCompanyStore } from './adapters/postgres/pg-company-store'
import { PgUserStore } from './adapters/postgres/pg-user-store'
import { companyChanged, type Company } from './features/companies'
import { createUser, normalizeEmail, userChanged } from './features/users'

export interface SeedUser {
  name: string
  email: string
  password: string
  profile: Profile
  super: boolean
  queueIds: readonly number[]
  allTicket: boolean
}

export interface SeedCompany {
  name: string
  /** Billing's id of the plan. */
  plan: number
  /** Null: never. */
  dueAt: Date | null
  /** Its passwords are published: an installation that others can reach refuses to start with them. */
  isDemo?: boolean
  /** The first user's e-mail is the company's. */
  users: readonly SeedUser[]
}

export interface SeededCompany {
  companyId: number
  /** By e-mail. */
  userIds: Record<string, number>
  /** False when the company existed; then nothing was changed. */
  isNew: boolean
}

interface SeedDeps extends ServicePorts {
  companies: PgCompanyStore
  users: PgUserStore
}

function seedDeps(ports: ServicePorts): SeedDeps {
  return { ...ports, companies: new PgCompanyStore(ports.primaryNames), users: new PgUserStore() }
}

async function hashAll(users: readonly SeedUser[]): Promise<Map<SeedUser, string>> {
  const passwords = new Argon2Passwords()
  const hashed = new Map<SeedUser, string>()
  for (const user of users) hashed.set(user, await passwords.hash(user.password))
  return hashed
}

async function insertUser(
  deps: SeedDeps,
  tx: Tx,
  company: Company,
  { isDemo, passwordHash, ...user }: SeedUser & { isDemo: boolean; passwordHash: string },
): Promise<number> {
  const created = await createUser(deps, tx, {
    companyId: company.id,
    name: user.name,
    email: normalizeEmail(user.email),
    emailConfirmed: true,
    passwordHash,
    isDemo,
    profile: user.profile,
    super: user.super,
    allTicket: user.allTicket,
    connectionId: null,
    queueIds: user.queueIds.map(queueId),
    createdAt: company.createdAt,
  })
  return created.id
}

async function existing(deps: SeedDeps, name: string): Promise<SeededCompany | undefined> {
  // Platform scope: finds the company by name.
  return deps.db.asPlatform(async (tx) => {
    const company = await deps.companies.findByName(tx, name)
    if (!company) return undefined
    const users = await deps.users.list(tx, company.id)
    return {
      companyId: company.id,
      userIds: Object.fromEntries(users.map(({ email, id }) => [email, id])),
      isNew: false,
    }
  })
}

/**
 * A company with its users, for a demo or a test; emits the same events as a sign-up.
 * Idempotent by the company's name.
 * @param ports auth's ports.
 * @throws {AppError} ERR_EMAIL_ALREADY_EXISTS
 */
export async function seedCompany(ports: ServicePorts, wanted: SeedCompany): Promise<SeededCompany> {
  const deps = seedDeps(ports)
  const known = await existing(deps, wanted.name)
  if (known) return known
  const hashes = await hashAll(wanted.users)
  const now = ports.clock.now()
  // Platform scope: the company does not exist yet.
  return ports.db.asPlatform(async (tx) => {
    const company = await deps.companies.insert(tx, {
      name: wanted.name,
      email: normalizeEmail(wanted.users[0]?.email ?? ''),
      phone: '',
      active: true,
      planId: planId(wanted.plan),
      dueAt: wanted.dueAt,
      trialEndsAt: null,
      recurrence: 'MENSAL',
      createdAt: now,
    })
    if (!company) throw new AppError('ERR_COMPANY_NAME_ALREADY_EXISTS')
    await ports.events.append(tx, [companyChanged(ports, company)])
    const userIds: Record<string, number> = {}
    for (const [user, passwordHash] of hashes) {
      const seeded = { ...user, passwordHash, isDemo: wanted.isDemo ?? false }
      userIds[normalizeEmail(user.email)] = await insertUser(deps, tx, company, seeded)
    }
    return { companyId: company.id, userIds, isNew: true }
  })
}

/** Assigns queues to users, after tickets has created them. Idempotent. @param ports auth's ports. */
export async function seedUserQueues(
  ports: ServicePorts,
  company: number,
  queuesOf: ReadonlyMap<number, readonly number[]>,
): Promise<void> {
  const deps = seedDeps(ports)
  await ports.db.withTenant(companyId(company), async (tx) => {
    for (const [user, queues] of queuesOf) {
      const changed = await deps.users.setQueues(tx, companyId(company), userId(user), {
        queueIds: queues.map(queueId),
        now: ports.clock.now(),
      })
      if (changed) await ports.events.append(tx, [userChanged(ports, changed)])
    }
  })
}
