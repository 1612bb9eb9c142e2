import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { companyId, userId, type CompanyPlanView, type PlanView } from '@balcao/contracts'
import { deskEvent, orderingKeys, type CompanySnapshot } from '@balcao/contracts/wire'
import type { Service } from '@balcao/kernel'
import {
  createHttpApp,
  createRateLimits,
  createRpcClients,
  defaultEdgeSettings,
  findTableDrift,
  startRpcServer,
} from '@balcao/platform'
import {
  givenSession,
  testDatabase,
  testPorts,
  fakeToken,
  type TestDatabase,
  type TestPorts,
} from '@balcao/testkit'

import { PgCompanyStore, tables } from '../src/adapters/postgres'
import { billingMigrations } from '../src/migrations'
import { createBillingService } from '../src/service'

const [acme, beta] = [companyId(1), companyId(2)]

describe('billing', () => {
  let pg: TestDatabase
  let ports: TestPorts
  let service: Service
  let rpc: ReturnType<typeof createRpcClients>
  let url: string
  let tokens: { acme: string; beta: string; root: string; late: string }

  const buildCompany = (id: number, overrides: Partial<CompanySnapshot> = {}): CompanySnapshot => ({
    id,
    name: `Company ${id}`,
    email: `c${id}@example.test`,
    phone: '11999990000',
    active: true,
    planId: 1,
    dueAt: new Date('2026-12-20T12:00:00Z'),
    recurrence: 'MENSAL',
    revision: 1,
    createdAt: new Date('2026-11-01T12:00:00Z'),
    ...overrides,
  })
  const tell = async (company: CompanySnapshot, envelope = company.id) => {
    const event = deskEvent(ports, companyId(envelope), orderingKeys.company(envelope), 'companyChanged', {
      company,
    })
    await service.consumers[0]?.handle({ event, attempt: 1 })
    return event
  }
  const get = async (route: string, token?: string) => {
    const response = await fetch(url + route, { headers: token ? { authorization: `Bearer ${token}` } : {} })
    const body = (await response.json()) as { error?: string }
    return { status: response.status, body }
  }

  beforeAll(async () => {
    pg = await testDatabase([billingMigrations])
    ports = testPorts(pg, 'billing')
    service = createBillingService({}, ports)
    const socket = `unix:${path.join(tmpdir(), `balcao-billing-test-${process.pid}.sock`)}`
    const rpcServer = await startRpcServer(socket, service.rpc)
    rpc = createRpcClients({ billing: socket })
    const edge = { ...defaultEdgeSettings(), rateLimits: createRateLimits(0) }
    const app = createHttpApp({ edge, trustedProxies: 0, allowedOrigins: [], isHttps: false }, (mount) => {
      if (service.http) mount.use(service.http)
    })
    const server = createServer(app)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    pg.onClose(async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rpc.close()
      await rpcServer.stop()
    })
    await tell(buildCompany(acme))
    await tell(buildCompany(beta, { planId: 2 }))
    const past = new Date('2026-11-01T12:00:00Z')
    tokens = {
      acme: fakeToken(await givenSession(pg, 'billing', { companyId: acme, userId: userId(1) })),
      beta: fakeToken(await givenSession(pg, 'billing', { companyId: beta, userId: userId(2) })),
      root: fakeToken(
        await givenSession(pg, 'billing', {
          companyId: acme,
          userId: userId(3),
          super: true,
          profile: 'admin',
        }),
      ),
      late: fakeToken(
        await givenSession(pg, 'billing', { companyId: companyId(4), userId: userId(4), dueAt: past }),
      ),
    }
    await tell(buildCompany(4, { dueAt: past }))
  })

  it.each(tables.map((table) => [table.name, table] as const))(
    'has %s as its map says',
    async (_name, table) => {
      expect(await ports.db.asPlatform((tx) => findTableDrift(tx, table))).toEqual([])
    },
  )

  it('lists the offered plans to strangers, by name, in reais', async () => {
    const { status, body } = await get('/plans/list')
    const plans = body as unknown as PlanView[]
    expect(status).toBe(200)
    expect(plans.map(({ name }) => name)).toEqual(['Plano 1', 'Plano 2', 'Plano 3'])
    expect(plans[0]).toEqual({
      id: 1,
      name: 'Plano 1',
      users: 10,
      connections: 10,
      queues: 10,
      value: 30,
      useCampaigns: true,
      useSchedules: true,
      useInternalChat: true,
      useExternalApi: true,
      useKanban: true,
      useOpenAi: true,
      useIntegrations: true,
    })
    await pg.sql(
      "INSERT INTO billing.plans (name, users, connections, queues, value_cents, offered) VALUES ('Interno', 999, 999, 999, 1999, false)",
    )
    expect((await get('/plans/list')).body).toHaveLength(3)
    expect((await rpc.billing.getPlan({ planId: 4 })).plan).toMatchObject({
      offered: false,
      valueCents: 1_999,
    })
  })

  it('shows a company its own plan', async () => {
    const { status, body } = await get('/companies/listPlan/2', tokens.beta)
    expect(status).toBe(200)
    expect(body as unknown as CompanyPlanView).toMatchObject({
      id: 2,
      name: 'Company 2',
      email: 'c2@example.test',
      phone: '11999990000',
      status: true,
      dueDate: '2026-12-20T12:00:00.000Z',
      createdAt: '2026-11-01T12:00:00.000Z',
      plan: { id: 2, users: 3, connections: 1, value: 15, useCampaigns: false },
    })
  })

  it('shows another company’s plan to super users only; to others it is not there', async () => {
    expect(await get('/companies/listPlan/2', tokens.root)).toMatchObject({ status: 200, body: { id: 2 } })
    const refused = { status: 404, body: { error: 'ERR_NO_COMPANY_FOUND', requestId: expect.any(String) } }
    expect(await get('/companies/listPlan/2', tokens.acme)).toEqual(refused)
    expect(await get('/companies/listPlan/999999', tokens.acme)).toEqual(refused)
    expect(await get('/companies/listPlan/999999', tokens.root)).toEqual(refused)
    expect((await get('/companies/listPlan/1')).status).toBe(401)
  })

  it('still shows the own plan past the due date', async () => {
    expect((await get('/companies/listPlan/4', tokens.late)).status).toBe(200)
  })

  it.each(['0', '-1', '01', '1.5', 'abc', '1%27', '99999999999', '%00'])(
    'refuses the company id %s',
    async (id) => {
      expect((await get(`/companies/listPlan/${id}`, tokens.root)).status).toBe(400)
    },
  )

  it('answers entitlements over gRPC', async () => {
    const { plan, dueAt } = await rpc.billing.getEntitlements({ companyId: 2 })
    expect(plan).toMatchObject({
      id: 2,
      users: 3,
      connections: 1,
      queues: 3,
      valueCents: 1_500,
      useSchedules: true,
      useCampaigns: false,
      offered: true,
    })
    expect(dueAt).toEqual(new Date('2026-12-20T12:00:00Z'))
  })

  it('waits for a company that has just signed up', async () => {
    const asked = rpc.billing.getEntitlements({ companyId: 5 })
    await tell(buildCompany(5, { dueAt: undefined }))
    expect(await asked).toMatchObject({ plan: { id: 1 } })
    expect((await asked).dueAt).toBeUndefined()
  })

  it('gives up on an unknown company after a second and a half', async () => {
    const startedAt = performance.now()
    await expect(
      rpc.billing.getEntitlements({ companyId: 999_999 }, { deadlineMs: 10_000 }),
    ).rejects.toMatchObject({
      code: 'ERR_NO_COMPANY_FOUND',
    })
    expect(performance.now() - startedAt).toBeGreaterThan(1_400)
    await expect(rpc.billing.getPlan({ planId: 999_999 })).rejects.toMatchObject({
      code: 'ERR_NO_PLAN_FOUND',
    })
    await expect(rpc.billing.getPlan({ planId: -1 })).rejects.toMatchObject({ code: 'ERR_NO_PLAN_FOUND' })
  })

  it('applies each event once, and the last one wins', async () => {
    const event = await tell(buildCompany(6, { planId: 3 }))
    await tell(buildCompany(6, { planId: 2, name: 'Renamed' }))
    await service.consumers[0]?.handle({ event, attempt: 2 })
    expect((await rpc.billing.getEntitlements({ companyId: 6 })).plan?.id).toBe(2)
  })

  it('never goes back to an older state of a company', async () => {
    const dueAt = new Date('2026-12-20T12:00:00Z')
    await tell(buildCompany(33, { revision: 3, dueAt, planId: 1 }))
    await tell(buildCompany(33, { revision: 2, dueAt: new Date('2036-12-20T12:00:00Z'), planId: 2 }))
    expect(
      await pg.sql('SELECT plan_id, due_at, revision FROM billing.companies WHERE company_id = 33'),
    ).toEqual([{ plan_id: 1, due_at: dueAt, revision: 3 }])
  })

  it('believes the envelope about whose company an event is', async () => {
    await tell(buildCompany(acme, { planId: 3, name: 'Hijack' }), 7)
    expect((await rpc.billing.getEntitlements({ companyId: acme })).plan?.id).toBe(1)
  })

  it('does not find another company’s row, by row-level security alone', async () => {
    const companies = new PgCompanyStore()
    expect(await ports.db.withTenant(beta, (tx) => companies.find(tx, acme))).toBeUndefined()
    expect(await ports.db.withTenant(beta, (tx) => companies.find(tx, beta))).toMatchObject({ id: 2 })
  })
})
