import { listDeadEvents, type DeadEventView } from '@balcao/contracts'
import { waitFor, type TestDesk } from '@balcao/testkit'

import { startDesk } from './support/start-desk'

let desk: TestDesk

beforeAll(async () => {
  desk = await startDesk({ staff: { boss: { super: true, profile: 'admin' }, ana: {} } })
})

describe('the desk in one process', () => {
  it('is ready and says so', async () => {
    expect((await desk.anonymous('GET', '/healthz')).body).toEqual({ status: 'ok' })
    expect((await desk.anonymous('GET', '/readyz')).body).toEqual({ status: 'ready', missing: [] })
  })

  it('lets its staff in and knows them in every service', async () => {
    const ana = await desk.agent('ana')
    expect((await ana.call('GET', '/auth/me')).body).toMatchObject({ id: ana.userId, profile: 'user' })
    expect((await ana.call('GET', '/sync?since=0')).status).toBe(200)
    expect((await ana.call('GET', `/companies/listPlan/${ana.companyId}`)).status).toBe(200)
  })

  it('counts what it does', async () => {
    const body = await (await fetch(`${desk.opsUrl}/metrics`)).text()
    expect(body).toContain('balcao_http_request_ms_count{')
    expect(body).toContain('route="/auth/login"')
    expect(body).not.toContain('@demo.test')
  })

  it('measures each queue of work in the schema that has it', async () => {
    const read = async () => {
      const body = await (await fetch(`${desk.opsUrl}/metrics`)).text()
      const found = body.matchAll(/^balcao_due_rows_age_seconds\{schema="(\w+)",table="(\w+)"/gm)
      return [...found].map(([, schema, table]) => `${schema}.${table}`).sort()
    }
    await waitFor(async () => (await read()).length >= 6)
    expect(await read()).toEqual([
      'campaigns.contact_list_items',
      'campaigns.schedules',
      'messaging_gateway.delivery_reports',
      'messaging_gateway.network_events',
      'realtime.webhook_deliveries',
      'tickets.assistant_turns',
    ])
  })

  it('shows its counts to nobody who comes by the way of customers', async () => {
    expect((await desk.anonymous('GET', '/metrics')).status).toBe(404)
    expect((await fetch(`${desk.opsUrl}/readyz`)).status).toBe(200)
    expect((await fetch(`${desk.opsUrl}/auth/me`)).status).toBe(404)
    expect((await fetch(`${desk.opsUrl}/metrics`, { headers: { via: '1.1 proxy' } })).status).toBe(401)
  })

  it('documents the routes it serves, and no other', async () => {
    const { body } = await desk.anonymous<{
      openapi: string
      paths: Record<string, Record<string, { responses: object }>>
    }>('GET', '/docs/openapi.json')
    expect(body.openapi).toBe('3.1.0')
    expect(Object.keys(body.paths['/auth/login']?.post?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '400', '401', '429']),
    )
    expect(body.paths['/dead-events']?.get).toBeDefined()
    expect((await desk.anonymous<string>('GET', '/docs')).body).toContain('/docs/scalar.js')
    const { body: events } = await desk.anonymous<{ asyncapi: string }>('GET', '/docs/asyncapi.json')
    expect(events.asyncapi).toBe('3.0.0')
  })

  it('answers unknown paths and unknown media alike, from the catalogue', async () => {
    const bodies = [
      '/nowhere',
      '/public/m/a.png',
      '/public/m/../../etc/passwd',
      '/public/m/%2e%2e%2fpasswd',
      '/public/m/a%5cb',
      '/public//m/a.png',
    ]
    const { call } = await desk.agent('ana')
    for (const path of bodies)
      expect(await call('GET', path)).toMatchObject({ status: 404, body: { error: 'ERR_NOT_FOUND' } })
  })
})

describe('events that were given up', () => {
  const park = async (error: string) => {
    const [row] = await desk.pg.sql<{ id: number }>(
      `INSERT INTO billing.dead_events (consumer, event_id, company_id, ordering_key, topic, type, body, attempts, error)
       SELECT 'billing.directory', id, company_id, ordering_key, topic, type, body, 5, $1 FROM auth.outbox WHERE type = 'userChanged' LIMIT 1
       RETURNING id`,
      [error],
    )
    return `billing.${row?.id}`
  }
  // What a failed test leaves would be the next one's.
  afterEach(() => desk.pg.sql('DELETE FROM billing.dead_events'))

  const listed = async () => {
    const boss = await desk.agent('boss')
    const { body } = await boss.call<{ deadEvents: DeadEventView[] }>('GET', listDeadEvents.path)
    return body.deadEvents
  }

  it('are for super users only', async () => {
    expect(await (await desk.agent('ana')).call('GET', '/dead-events')).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_SUPER' },
    })
    expect((await (await desk.agent('admin')).call('DELETE', '/dead-events/billing.1')).status).toBe(403)
  })

  it('are listed, replayed once more, and gone when that worked', async () => {
    const id = await park('it was a bad day')
    expect(await listed()).toMatchObject([
      { id, service: 'billing', group: 'billing.directory', error: 'it was a bad day', attempts: 5 },
    ])
    const boss = await desk.agent('boss')
    expect((await boss.call('POST', `/dead-events/${id}/replay`)).body).toEqual({ handled: true })
    expect(await listed()).toEqual([])
  })

  it('can be dropped, and an unknown one is not found', async () => {
    const id = await park('never mind')
    const boss = await desk.agent('boss')
    expect((await boss.call('DELETE', `/dead-events/${id}`)).status).toBe(204)
    for (const unknown of [id, 'billing.999999', 'nobody.1']) {
      expect(await boss.call('DELETE', `/dead-events/${unknown}`)).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_EVENT_FOUND' },
      })
    }
    expect((await boss.call('DELETE', '/dead-events/billing.0')).status).toBe(400)
  })
})

describe('a second company', () => {
  it('has its own staff and sockets, and a second login ends the first', async () => {
    const other = await desk.company('Outra', { bia: {} })
    const bia = await other.agent('bia')
    expect(bia.companyId).not.toBe(desk.demo.id)
    const again = await desk.anonymous('POST', '/auth/login', {
      email: 'bia@outra.test',
      password: 'balcao123',
    })
    expect(again.status).toBe(200)
    await waitFor(async () => (await bia.call('GET', '/auth/me')).status === 401)
    await waitFor(() => bia.socket.disconnected)
  })
})
