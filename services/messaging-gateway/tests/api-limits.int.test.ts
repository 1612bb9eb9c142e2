import type { ApiUsageView, ConnectionView } from '@balcao/contracts'
import type { SendToContactRequest } from '@balcao/contracts/wire'
import { AppError } from '@balcao/kernel'
import { forgetEntitlements, query } from '@balcao/platform'
import { fixedClock, type TestDatabase } from '@balcao/testkit'

import {
  acme,
  beta,
  caller,
  gatewayDatabase,
  pairedConnection,
  people,
  startGateway,
  type Caller,
  type Gateway,
} from './support'

const NUMBER = '5511999990001'
const START = new Date('2026-11-23T12:00:20Z')

describe('the send API of a company whose plan limits it', () => {
  let pg: TestDatabase
  let processes: Gateway[]
  let admin: Caller
  let agent: Caller
  let foreigner: Caller
  let token: string
  let foreignToken: string
  let sent: SendToContactRequest[]
  let fails: AppError | undefined
  const clock = fixedClock()
  const apiLimits = new Map([[acme, { perMinute: 0, perDay: 0 }]])

  const sendToContact = (request: SendToContactRequest) => {
    if (fails) return Promise.reject(fails)
    sent.push(request)
    return Promise.resolve({ ticketId: 1, messages: [{ id: `message ${sent.length}` }] } as never)
  }

  /* By the processes in turn. */
  const send = async (given: { body?: unknown; key?: string; bearer?: string; process?: number } = {}) => {
    const response = await fetch(`${processes[given.process ?? 0]?.url ?? ''}/api/messages/send`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${given.bearer ?? token}`,
        ...(given.body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...(given.key === undefined ? {} : { 'idempotency-key': given.key }),
      },
      body:
        given.body instanceof FormData
          ? given.body
          : JSON.stringify(given.body ?? { number: NUMBER, body: 'oi' }),
    })
    const { error } = (await response.json()) as { error?: string }
    return { status: response.status, error, retryAfter: response.headers.get('retry-after') }
  }

  const choosePlan = async (perMinute: number, perDay: number) => {
    apiLimits.set(acme, { perMinute, perDay })
    for (const { ports } of processes) await forgetEntitlements(ports, [acme])
  }
  const readUsage = async (by: Caller) => (await by<ApiUsageView>('GET', '/api/messages/usage')).body
  const used = async (by = admin) => {
    const { minute, day } = await readUsage(by)
    return [minute.used, day.used]
  }
  const refused = (retryAfter: string) => ({ status: 429, error: 'ERR_TOO_MANY_REQUESTS', retryAfter })

  beforeAll(async () => {
    pg = await gatewayDatabase()
    const options = { clock, apiLimits, rpc: { tickets: { sendToContact } } }
    const first = await startGateway(pg, options)
    processes = [first, await startGateway(pg, { ...options, idle: true })]
    ;({ admin, agent, foreigner } = await people(pg, first.url))
    const connection = await pairedConnection(first, admin, 'Vendas')
    token = (await admin<{ token: string }>('POST', `/whatsapp/${connection}/token`, {})).body.token
    foreignToken = (await foreigner<ConnectionView>('POST', '/whatsapp', { name: 'Deles' })).body.token ?? ''
  })
  afterAll(() => pg.close())

  let day = 0
  beforeEach(async () => {
    day += 1
    clock.set(new Date(START.getTime() + day * 24 * 60 * 60 * 1_000))
    sent = []
    fails = undefined
    await choosePlan(0, 0)
  })

  it('sends exactly as many as its plan allows, whichever process is asked and however many ask at once', async () => {
    // From now on the number is known: only the first process can ask the phone.
    await send()
    await choosePlan(8, 0)
    const asked = Array.from({ length: 30 }, (_, index) =>
      send({ process: index % 2, ...(index % 3 === 0 ? { key: `parallel-${index}` } : {}) }),
    )
    const answers = await Promise.all(asked)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7)
    expect(answers.filter(({ status }) => status !== 200)).toEqual(Array(23).fill(refused('40')))
    expect(sent).toHaveLength(8)
    expect(await used()).toEqual([8, 8])
    expect((await send({ bearer: foreignToken })).status).toBe(200)
    expect(await used(foreigner)).toEqual([1, 1])
    clock.advance(40_000)
    expect((await send()).status).toBe(200)
    expect(await used()).toEqual([1, 9])
  })

  it('waits for the next day of São Paulo once its day is full', async () => {
    await choosePlan(0, 2)
    expect([(await send()).status, (await send({ process: 1 })).status]).toEqual([200, 200])
    const untilMidnight = String(15 * 3_600 - 20)
    expect(await send()).toEqual(refused(untilMidnight))
    clock.advance(Number(untilMidnight) * 1_000 - 1)
    expect(await send()).toEqual(refused('1'))
    clock.advance(1)
    expect((await send()).status).toBe(200)
  })

  it('has another limit as soon as its plan changes, with what it has sent already', async () => {
    await choosePlan(2, 0)
    await send()
    await send()
    expect((await send()).status).toBe(429)
    await choosePlan(3, 0)
    expect([(await send()).status, (await send()).status]).toEqual([200, 429])
    await choosePlan(0, 0)
    expect((await send()).status).toBe(200)
    await choosePlan(1, 0)
    expect((await send()).status).toBe(429)
  })

  it('counts a key once, answers its repeat past the limit, and leaves a refused key free', async () => {
    await choosePlan(1, 0)
    expect((await send({ key: 'one' })).status).toBe(200)
    expect((await send({ key: 'one', process: 1 })).status).toBe(200)
    expect((await send({ key: 'two' })).status).toBe(429)
    clock.advance(60_000)
    expect((await send({ key: 'two' })).status).toBe(200)
    expect(sent).toHaveLength(2)
    expect(await used()).toEqual([1, 2])
  })

  it.each([[undefined], ['given-back']])(
    'does not count what was certainly not sent, and counts what may have been (key %s)',
    async (key) => {
      const keyed = (name: string) => (key === undefined ? {} : { key: `${key}-${name}` })
      fails = new AppError('ERR_QUEUE_NOT_FOUND')
      expect((await send(keyed('refused'))).status).toBe(404)
      expect((await send({ ...keyed('number'), body: { number: '00055511122', body: 'oi' } })).error).toBe(
        'ERR_WAPP_INVALID_CONTACT',
      )
      expect(await used()).toEqual([0, 0])
      fails = new AppError('ERR_DEADLINE')
      expect((await send(keyed('late'))).status).toBe(503)
      expect(await used()).toEqual([1, 1])
    },
  )

  it('counts each file as a message, all of a call or none', async () => {
    await choosePlan(3, 0)
    const files = () => {
      const form = new FormData()
      form.append('number', NUMBER)
      for (const name of ['a.txt', 'b.txt']) form.append('medias', new Blob(['oi']), name)
      return form
    }
    expect((await send({ body: files() })).status).toBe(200)
    expect(await send({ body: files() })).toEqual(refused('40'))
    expect((await send()).status).toBe(200)
    expect(await used()).toEqual([3, 3])
  })

  it('shows limits and use to its administrators', async () => {
    await choosePlan(5, 100)
    await send()
    expect(await readUsage(admin)).toEqual({
      minute: { used: 1, limit: 5, endsAt: new Date(clock.now().getTime() + 40_000).toISOString() },
      day: {
        used: 1,
        limit: 100,
        endsAt: new Date(clock.now().getTime() + (15 * 3_600 - 20) * 1_000).toISOString(),
      },
    })
    expect((await readUsage(foreigner)).minute).toMatchObject({ used: 0, limit: 0 })
    expect((await agent('GET', '/api/messages/usage')).status).toBe(403)
    expect((await caller(processes[0]?.url ?? '', token)('GET', '/api/messages/usage')).status).toBe(401)
  })

  it('has rows of its own company only', async () => {
    await send()
    await send({ bearer: foreignToken })
    const { db } = processes[0]!.ports
    const rows = await db.withTenant(beta, (tx) => query(tx, 'SELECT company_id FROM api_usage', []))
    expect(rows).toEqual([{ company_id: beta }])
  })
})
