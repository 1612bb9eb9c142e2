import { companyId, type CompanyPlanView, type ManagedPlanView, type PlanView } from '@balcao/contracts'
import { findTableDrift } from '@balcao/platform'
import { readOutbox } from '@balcao/testkit'

import { PgCompanyStore } from '../src/adapters/postgres/pg-company-store'
import { entities } from '../src/adapters/postgres/tables'
import { buildCompany, startBilling, type BillingRig } from './support'

const [acme, beta] = [companyId(1), companyId(2)]

describe('billing', () => {
  let rig: BillingRig
  let pg: BillingRig['pg']
  let ports: BillingRig['ports']
  let rpc: BillingRig['rpc']
  let service: BillingRig['service']
  let tell: BillingRig['tell']
  let get: BillingRig['get']
  let tokens: { acme: string; beta: string; root: string; late: string }

  beforeAll(async () => {
    rig = await startBilling({ payments: { kind: 'none' } })
    ;({ pg, ports, rpc, service, tell, get } = rig)
    await tell(buildCompany(acme))
    await tell(buildCompany(beta, { planId: 2 }))
    const past = new Date('2026-11-01T12:00:00Z')
    tokens = {
      acme: await rig.login(acme, 1),
      beta: await rig.login(beta, 2),
      root: await rig.login(acme, 3, { super: true, profile: 'admin' }),
      late: await rig.login(4, 4, { dueAt: past }),
    }
    await tell(buildCompany(4, { dueAt: past }))
  })

  it.each(entities.map((entity) => [entity.options.name, entity] as const))(
    'has %s as its map says',
    async (_name, entity) => {
      expect(await ports.db.asPlatform((tx) => findTableDrift(tx, entity))).toEqual([])
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
      apiMessagesPerMinute: 0,
      apiMessagesPerDay: 0,
      mediaMegabytes: 0,
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

  describe('a plan', () => {
    const asRoot = (method: string, route: string, body?: unknown) =>
      rig.call(method, route, { token: tokens.root, body })
    const create = async (name: string, given: object = {}) => {
      const { status, body } = await asRoot('POST', '/plans', { name, ...given })
      expect(status).toBe(200)
      return body as unknown as ManagedPlanView
    }

    it('is made by super users, with every feature unless they say otherwise', async () => {
      const plan = await create('Plano Ouro', {
        users: 5,
        value: 19.99,
        useKanban: false,
        apiMessagesPerDay: 5_000,
      })
      expect(plan).toMatchObject({
        name: 'Plano Ouro',
        users: 5,
        connections: 0,
        value: 19.99,
        apiMessagesPerMinute: 120,
        apiMessagesPerDay: 5_000,
        mediaMegabytes: 50 * 1024,
        useKanban: false,
        useCampaigns: true,
        offered: true,
      })
      expect((await asRoot('GET', `/plans/${plan.id}`)).body).toEqual(plan)
      expect((await asRoot('GET', '/plans?searchParam=ouro')).body).toEqual({
        plans: [plan],
        count: 1,
        hasMore: false,
      })
      expect((await asRoot('GET', '/plans/all')).body).toContainEqual(plan)
    })

    it('is shown to signed-in users when it is offered or their own; another company’s terms are not', async () => {
      const offered = await create('Plano Zinco', { value: 9.9 })
      const private_ = await create('Sob medida', { value: 1.23, offered: false })
      const as = async (token: string | undefined, id: number) => {
        const { status, body } = await rig.call('GET', `/plans/${id}`, { token })
        return [status, status === 200 ? body : (body as { error: string }).error]
      }
      expect(await as(tokens.acme, offered.id)).toEqual([200, offered])
      expect(await as(tokens.acme, private_.id)).toEqual([404, 'ERR_NO_PLAN_FOUND'])
      expect(await as(tokens.acme, 999_999)).toEqual([404, 'ERR_NO_PLAN_FOUND'])
      await tell(buildCompany(beta, { revision: 90, planId: private_.id }))
      expect(await as(tokens.beta, private_.id)).toEqual([200, private_])
      expect(await as(tokens.acme, private_.id)).toEqual([404, 'ERR_NO_PLAN_FOUND'])
      // A company that has to pay looks at its plan.
      expect((await as(tokens.late, 1))[0]).toBe(200)
      expect(await as(undefined, offered.id)).toEqual([401, 'ERR_UNAUTHORIZED'])
      const namesFor = async (token: string | undefined) =>
        ((await rig.call('GET', '/plans/all', { token })).body as unknown as PlanView[]).map(
          ({ name }) => name,
        )
      for (const token of [undefined, tokens.acme]) {
        expect(await namesFor(token)).toContain('Plano Zinco')
        expect(await namesFor(token)).not.toContain('Sob medida')
      }
      expect(await namesFor(tokens.root)).toContain('Sob medida')
      await tell(buildCompany(beta, { revision: 91, planId: 1 }))
    })

    it.each([
      [{ name: 'x' }, 'ERR_PLAN_INVALID_NAME'],
      [{ name: 'Plano 1' }, 'ERR_PLAN_NAME_ALREADY_EXISTS'],
      [{ name: 'Frações', value: 1.999 }, 'ERR_VALIDATION'],
      [{ name: 'Negativo', users: -1 }, 'ERR_VALIDATION'],
      [{ name: 'Negativo', apiMessagesPerMinute: -1 }, 'ERR_VALIDATION'],
      [{ name: 'Metade', apiMessagesPerDay: 0.5 }, 'ERR_VALIDATION'],
    ])('%j is refused', async (body, error) =>
      expect((await asRoot('POST', '/plans', body)).body.error).toBe(error),
    )

    it('applies to its companies at once, each of which is told', async () => {
      const plan = await create('Plano Prata', { useKanban: true, users: 2 })
      await tell(buildCompany(41, { planId: plan.id }))
      await tell(buildCompany(42, { planId: plan.id }))
      await ports.cache.set('entitlements:41', { plan: null }, 60_000)
      expect(
        (await asRoot('PUT', `/plans/${plan.id}`, { useKanban: false, users: 3, apiMessagesPerMinute: 60 }))
          .status,
      ).toBe(200)
      const told = (await readOutbox(pg, 'billing', 'planChanged')).slice(-2)
      expect(told.map((event) => [event.companyId, event.body.value.plan?.users])).toEqual([
        [41, 3],
        [42, 3],
      ])
      expect(await ports.cache.get('entitlements:41')).toBeUndefined()
      expect((await rpc.billing.getEntitlements({ companyId: 41 })).plan).toMatchObject({
        useKanban: false,
        users: 3,
        apiMessagesPerMinute: 60,
        apiMessagesPerDay: 20_000,
        mediaMegabytes: 50 * 1024,
      })
      const before = (await readOutbox(pg, 'billing')).length
      expect((await asRoot('PUT', `/plans/${plan.id}`, { users: 3 })).status).toBe(200)
      expect(await readOutbox(pg, 'billing')).toHaveLength(before)
    })

    it('that a company moves to is told to that company', async () => {
      await tell(buildCompany(43, { revision: 1 }))
      const before = (await readOutbox(pg, 'billing', 'planChanged')).length
      await tell(buildCompany(43, { revision: 2, name: 'Renamed' }))
      await tell(buildCompany(43, { revision: 3, planId: 2 }))
      const told = (await readOutbox(pg, 'billing', 'planChanged')).slice(before)
      expect(told.map((event) => [event.companyId, event.body.value.plan?.id])).toEqual([[43, 2]])
    })

    it('has no campaigns for a company that may run none, whatever changes', async () => {
      const plan = await create('Plano Cobre')
      await tell(buildCompany(45, { planId: plan.id, revision: 1 }))
      await tell(buildCompany(46, { planId: plan.id, revision: 1 }))
      await ports.cache.set('entitlements:45', { plan: null }, 60_000)
      const before = (await readOutbox(pg, 'billing', 'planChanged')).length
      const told = async () =>
        (await readOutbox(pg, 'billing', 'planChanged'))
          .slice(before)
          .map((event) => [event.companyId, event.body.value.plan?.useCampaigns])
      const hasCampaigns = async (company: number) =>
        (await rpc.billing.getEntitlements({ companyId: company })).plan?.useCampaigns

      await rig.tellSetting(45, 'userRating', 'enabled')
      await rig.tellSetting(45, 'campaignsEnabled', 'false')
      await rig.tellSetting(45, 'campaignsEnabled', 'false')
      expect(await told()).toEqual([[45, false]])
      expect(await ports.cache.get('entitlements:45')).toBeUndefined()
      expect([await hasCampaigns(45), await hasCampaigns(46)]).toEqual([false, true])
      expect((await asRoot('GET', '/companies/listPlan/45')).body).toMatchObject({
        plan: { useCampaigns: false, useKanban: true },
      })

      await asRoot('PUT', `/plans/${plan.id}`, { users: 9 })
      await tell(buildCompany(45, { planId: 3, revision: 2 }))
      expect((await told()).slice(1)).toEqual([
        [45, false],
        [46, true],
        [45, false],
      ])
      await rig.tellSetting(45, 'campaignsEnabled', 'true')
      expect(await hasCampaigns(45)).toBe(true)
    })

    it('is deleted once no company has it', async () => {
      const plan = await create('Plano Bronze')
      await tell(buildCompany(44, { planId: plan.id, revision: 1 }))
      expect(await asRoot('DELETE', `/plans/${plan.id}`)).toMatchObject({
        status: 409,
        body: { error: 'ERR_PLAN_IN_USE' },
      })
      await tell(buildCompany(44, { planId: 1, revision: 2 }))
      expect((await asRoot('DELETE', `/plans/${plan.id}`)).status).toBe(200)
      expect((await asRoot('GET', `/plans/${plan.id}`)).status).toBe(404)
    })

    it('is none of an administrator’s', async () =>
      expect(await rig.get('/plans', tokens.acme)).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_SUPER' },
      }))
  })
})
