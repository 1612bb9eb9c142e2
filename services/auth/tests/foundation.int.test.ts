import { companyId, planId, type CompanyId } from '@balcao/contracts'
import { findTableDrift, createSealer } from '@balcao/platform'
import { readOutbox, testDatabase, testPorts, type TestDatabase } from '@balcao/testkit'
import { decode } from 'jsonwebtoken'

import { PgCompanyStore } from '../src/adapters/postgres/pg-company-store'
import { PgSigningKeyStore } from '../src/adapters/postgres/pg-signing-key-store'
import { PgUserStore } from '../src/adapters/postgres/pg-user-store'
import { entities } from '../src/adapters/postgres/tables'
import { Es256AccessTokens } from '../src/adapters/tokens/es256-access-tokens'
import { createUser, buildFirstUser } from '../src/features/users'
import { authMigrations } from '../src/migrations'
import { seedCompany, seedUserQueues } from '../src/seed'
import { createAuthService } from '../src/service'
import { buildAuthConfig, seedUser } from './support'

describe('the schema of auth', () => {
  it.each(entities.map((entity) => [entity.options.name, entity] as const))(
    'has %s as its map says',
    async (_name, entity) => {
      const pg = await testDatabase([authMigrations])
      const { db } = testPorts(pg, 'auth')
      expect(await db.asPlatform((tx) => findTableDrift(tx, entity))).toEqual([])
    },
  )

  it('has row-level security behind every table with a company', async () => {
    const pg = await testDatabase([authMigrations])
    const open = await pg.sql(
      `SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = 'auth' AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND NOT (c.relrowsecurity AND c.relforcerowsecurity)
         AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'company_id')`,
    )
    expect(open).toEqual([])
  })
})

describe('signing keys', () => {
  let pg: TestDatabase
  beforeAll(async () => {
    pg = await testDatabase([authMigrations])
  })
  const grant = { userId: 1, companyId: 1, tokenVersion: 1, profile: 'user' } as never
  const newSigner = (sealKey = 'k'.repeat(32)) => {
    const ports = testPorts(pg, 'auth')
    const unreadable: string[] = []
    const keys = new PgSigningKeyStore(createSealer(sealKey, 'auth'), (kid) => unreadable.push(kid))
    return { tokens: new Es256AccessTokens({ ...ports, keys, onKeyMade: () => undefined }), unreadable }
  }
  const readKid = (token: string) => decode(token, { complete: true })?.header.kid

  it('are made once by many processes that start together, and kept', async () => {
    const signers = Array.from({ length: 5 }, () => newSigner().tokens)
    const kids = await Promise.all(signers.map(async (signer) => readKid(await signer.issue(grant))))
    expect(new Set(kids).size).toBe(1)
    expect(await pg.sql('SELECT kid FROM auth.signing_keys')).toHaveLength(1)
    expect(readKid(await newSigner().tokens.issue(grant))).toBe(kids[0])
  })

  it('sealed with a lost key go on verifying while a new one signs', async () => {
    const [old] = await pg.sql<{ kid: string }>('SELECT kid FROM auth.signing_keys')
    const { tokens, unreadable } = newSigner('another'.repeat(6))
    const kid = readKid(await tokens.issue(grant))
    expect(kid).not.toBe(old?.kid)
    expect(unreadable).toEqual([old?.kid])
    expect((await tokens.listPublicKeys()).map((key) => key.kid).sort()).toEqual([kid, old?.kid].sort())
  })
})

describe('a seeded company', () => {
  let pg: TestDatabase
  beforeAll(async () => {
    pg = await testDatabase([authMigrations])
  })
  const acme = {
    name: 'Acme',
    plan: 1,
    dueAt: null,
    users: [
      seedUser('Admin@Acme.test', { profile: 'admin', super: true }),
      seedUser('ana@acme.test', { queueIds: [3] }),
    ],
  }

  it('comes with its users and events, and a second time changes nothing', async () => {
    const ports = testPorts(pg, 'auth')
    const first = await seedCompany(ports, acme)
    expect(first).toEqual({
      companyId: 1,
      userIds: { 'admin@acme.test': 1, 'ana@acme.test': 2 },
      isNew: true,
    })
    const events = await readOutbox(pg, 'auth')
    expect(events.map(({ body }) => body.$case)).toEqual(['companyChanged', 'userChanged', 'userChanged'])
    expect(await seedCompany(ports, acme)).toEqual({ ...first, isNew: false })
    expect(await readOutbox(pg, 'auth')).toHaveLength(3)
  })

  it('gives its users queues once they exist', async () => {
    const ports = testPorts(pg, 'auth')
    await seedUserQueues(
      ports,
      1,
      new Map([
        [1, [7, 8, 7]],
        [2, []],
      ]),
    )
    const changed = (await readOutbox(pg, 'auth', 'userChanged')).slice(-2)
    expect(changed.map((event) => event.body.value.user?.queueIds)).toEqual([[7, 8], []])
  })

  it('is refused when the e-mail has an account, and stores nothing', async () => {
    const again = seedCompany(testPorts(pg, 'auth'), { ...acme, name: 'Beta' })
    await expect(again).rejects.toMatchObject({ code: 'ERR_EMAIL_ALREADY_EXISTS' })
    expect(await pg.sql("SELECT FROM auth.companies WHERE name = 'Beta'")).toHaveLength(0)
  })
})

describe('the first admin of an installation', () => {
  it('comes from the configuration, once, also when two processes start together', async () => {
    const pg = await testDatabase([authMigrations])
    const config = buildAuthConfig({
      firstAdmin: { companyName: 'Balcão', email: 'Root@Balcao.test', password: 'a long password' },
    })
    const start = () => createAuthService(config, testPorts(pg, 'auth')).start?.()
    await Promise.all([start(), start()])
    await start()
    expect(await pg.sql('SELECT email, super, profile FROM auth.users')).toEqual([
      { email: 'root@balcao.test', super: true, profile: 'admin' },
    ])
    expect(await pg.sql('SELECT name, due_at FROM auth.companies')).toEqual([
      { name: 'Balcão', due_at: null },
    ])
  })

  it('is not made beside an existing company', async () => {
    const pg = await testDatabase([authMigrations])
    const ports = testPorts(pg, 'auth')
    await seedCompany(ports, { name: 'Acme', plan: 1, dueAt: null, users: [seedUser('ana@acme.test')] })
    await createAuthService(
      buildAuthConfig({ firstAdmin: { companyName: 'B', email: 'r@b.test', password: 'a long password' } }),
      ports,
    ).start?.()
    expect(await pg.sql('SELECT email FROM auth.users')).toEqual([{ email: 'ana@acme.test' }])
  })
})

describe('the number of users in a plan', () => {
  it('holds when many are created at once', async () => {
    const pg = await testDatabase([authMigrations])
    const ports = testPorts(pg, 'auth')
    const deps = { ...ports, companies: new PgCompanyStore([]), users: new PgUserStore() }
    const found = (name: string): Promise<CompanyId> =>
      ports.db.asPlatform(async (tx) => {
        const company = {
          name,
          email: '',
          phone: '',
          active: true,
          planId: planId(1),
          dueAt: null,
          trialEndsAt: null,
          recurrence: 'MENSAL',
          createdAt: ports.clock.now(),
        }
        return (await deps.companies.insert(tx, company))?.id ?? companyId(0)
      })
    const create = (company: CompanyId, email: string, limit: number) =>
      ports.db.withTenant(company, (tx) =>
        createUser(
          deps,
          tx,
          buildFirstUser(company, { name: 'x', email, passwordHash: '-' }, ports.clock.now()),
          limit,
        ),
      )
    const [acme, beta] = [await found('Acme'), await found('Beta')]
    await create(beta, 'one@beta.test', 1)
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => create(acme, `u${index}@acme.test`, 3)),
    )
    const reasons = results.flatMap((result) =>
      result.status === 'rejected' ? [(result.reason as { code: string }).code] : [],
    )
    expect(reasons).toEqual(Array(5).fill('ERR_PLAN_LIMIT_REACHED'))
    expect(
      await pg.sql('SELECT company_id, count(*)::int AS users FROM auth.users GROUP BY 1 ORDER BY 1'),
    ).toEqual([
      { company_id: acme, users: 3 },
      { company_id: beta, users: 1 },
    ])
    await expect(create(companyId(999), 'x@x.test', 3)).rejects.toMatchObject({
      code: 'ERR_NO_COMPANY_FOUND',
    })
  })
})
