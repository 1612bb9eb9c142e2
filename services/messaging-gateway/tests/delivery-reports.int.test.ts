import { createHmac } from 'node:crypto'

import type { CreatedDeliveryWebhook, DeadReportView, DeliveryWebhookView } from '@balcao/contracts'
import { DAY, HOUR, MINUTE } from '@balcao/kernel'
import { CLAIM_MS, openWebhookHttp, type Resolve } from '@balcao/platform'
import {
  fixedClock,
  hostileAnswers,
  hostileUrls,
  startCanary,
  startWebhookReceiver,
  waitFor,
  type WebhookCall,
  type TestDatabase,
  type WebhookReceiver,
} from '@balcao/testkit'

import {
  asksToSend,
  beta,
  caller,
  gatewayDatabase,
  messageUuid,
  pairedConnection,
  people,
  SCHEMA,
  startGateway,
  statusIs,
  type Caller,
  type Gateway,
} from './support'

const WAIT_MS = 60_000
type Told = WebhookCall<{
  id: string
  event: string
  connectionId: number
  message: { id: string; ack: number }
}>

/* The receiver of a company: it records what it is told and answers with `status`. */
let receiver: WebhookReceiver
let origin: string
let told: Told[]
let answer: (call: Told) => number

let pg: TestDatabase
let gateway: Gateway
let phone: Caller
let admin: Caller
let agent: Caller
let foreigner: Caller
let connection: number
let theirs: number
let webhook: CreatedDeliveryWebhook
let messages = 0
/* From now on: requests of weeks ago are refused. */
const clock = fixedClock(new Date())

beforeAll(async () => {
  receiver = await startWebhookReceiver((call: Told, response) => {
    told.push(call)
    const port = new URL(call.path, origin).searchParams.get('to') ?? ''
    response.writeHead(answer(call), { location: `http://127.0.0.1:${port}/` }).end()
  })
  origin = receiver.origin
  pg = await gatewayDatabase()
  gateway = await startGateway(pg, { clock, config: { integrationOrigins: [origin] } })
  phone = caller(gateway.url)
  await phone('PUT', '/simulator/behaviour', { receipts: 'manual' })
  ;({ admin, agent, foreigner } = await people(pg, gateway.url))
  connection = await pairedConnection(gateway, admin, 'Vendas')
  theirs = await pairedConnection(gateway, foreigner, 'Deles')
  const made = await admin<CreatedDeliveryWebhook>('POST', `/whatsapp/${connection}/webhooks`, {
    url: `${origin}/status`,
  })
  webhook = made.body
})

afterAll(async () => {
  await pg.close()
  await receiver.close()
})

beforeEach(() => {
  told = []
  answer = () => 200
})

const runJob = async (name: string) =>
  gateway.service.jobs
    .find((job) => job.name === `messaging-gateway.${name}`)
    ?.run(new AbortController().signal)
const post = () => runJob('delivery-reports')

/**
 * Sends a message, which the customer's phone receives and then reads; its id. Each receipt waits for the state before it: a receipt
 * that overtakes the acceptance leaves no state 1 to report.
 */
async function sendAndRead(by = 'api:1:key', number = '5511999990001'): Promise<string> {
  const messageId = messageUuid((messages += 1))
  const body = `oi ${messageId}`
  await asksToSend(gateway, { messageId, connectionId: connection, number, body, clientKey: by })
  const { wa_id } = await inState(messageId, 'ACCEPTED')
  for (const [ack, state] of [
    [2, 'DELIVERED'],
    [3, 'READ'],
  ] as const) {
    const given = await phone('POST', '/simulator/receipts', { connection, ids: [wa_id], ack })
    expect([given.status, given.body]).toEqual([200, { taken: 1 }])
    await inState(messageId, state)
  }
  return messageId
}

const inState = (messageId: string, state: string) =>
  waitFor(async () => {
    const [row] = await pg.sql<{ state: string; wa_id: string }>(
      `SELECT state, wa_id FROM ${SCHEMA}.outbound WHERE message_id = '${messageId}'`,
    )
    return row?.state === state ? row : undefined
  }, WAIT_MS)

const listReports = () =>
  pg.sql<{ ack: number; tries: number; dead_at: Date | null; reason: string }>(
    `SELECT ack, tries, dead_at, reason FROM ${SCHEMA}.delivery_reports ORDER BY seq`,
  )
const listWebhooks = async (as = admin, of = connection) =>
  (await as<{ webhooks: DeliveryWebhookView[] }>('GET', `/whatsapp/${of}/webhooks`)).body.webhooks
const listDead = async () =>
  (await admin<{ reports: DeadReportView[]; count: number }>('GET', `/whatsapp/${connection}/dead-reports`))
    .body

describe('a webhook of delivery', () => {
  it('is told each state of a message of the send API, signed and in order', async () => {
    const id = await sendAndRead()
    await post()
    expect(told.map(({ body }) => [body.event, body.message])).toEqual([
      ['message.accepted', { id, ack: 1, failure: '' }],
      ['message.delivered', { id, ack: 2, failure: '' }],
      ['message.read', { id, ack: 3, failure: '' }],
    ])
    for (const { headers, text, body, path } of told) {
      const [time, signature] = String(headers['balcao-signature']).split(',')
      const seconds = time?.slice(2) ?? ''
      expect(Number(seconds)).toBe(Math.floor(clock.now().getTime() / 1000))
      expect(signature).toBe(
        `v1=${createHmac('sha256', webhook.signingSecret).update(`${seconds}.${text}`).digest('hex')}`,
      )
      expect([path, headers['balcao-delivery'], body.connectionId]).toEqual(['/status', body.id, connection])
    }
    expect(new Set(told.map(({ body }) => body.id)).size).toBe(3)
    expect(await listReports()).toEqual([])
  })

  it('is told nothing of agents’ messages', async () => {
    await sendAndRead('')
    await sendAndRead('schedule:1:2026')
    await post()
    expect(told).toEqual([])
  })

  it('is told again later, under the same id, and a message’s later states wait', async () => {
    answer = () => 503
    await sendAndRead()
    await post()
    await post()
    expect(told).toHaveLength(1)
    expect((await listWebhooks())[0]).toMatchObject({ waiting: 3, dead: 0 })
    // All are due together: claims do not pass over the later ones meanwhile.
    expect(await pg.sql(`SELECT DISTINCT next_try_at FROM ${SCHEMA}.delivery_reports`)).toHaveLength(1)
    answer = () => 200
    clock.advance(MINUTE)
    await post()
    expect(told.map(({ body }) => body.message.ack)).toEqual([1, 1, 2, 3])
    expect(told[1]?.body.id).toBe(told[0]?.body.id)
  })

  it('is told once more by another process when one died after its call', async () => {
    await sendAndRead()
    await pg.sql(`UPDATE ${SCHEMA}.delivery_reports SET claimed_until = $1, tries = 1 WHERE ack = 1`, [
      new Date(clock.now().getTime() + CLAIM_MS),
    ])
    await post()
    expect(told).toEqual([])
    clock.advance(CLAIM_MS)
    await post()
    expect(told.map(({ body }) => body.message.ack)).toEqual([1, 2, 3])
    expect(await listReports()).toEqual([])
  })

  it('has dead reports after three days, which are replayed one by one or all', async () => {
    answer = () => 500
    await sendAndRead()
    await post()
    clock.advance(3 * DAY)
    for (let acks = 0; acks < 3; acks += 1) await post()
    const { reports, count } = await listDead()
    expect([count, reports.map(({ ack, reason }) => [ack, reason])]).toEqual([
      3,
      [
        [3, 'HTTP 500'],
        [2, 'HTTP 500'],
        [1, 'HTTP 500'],
      ],
    ])
    expect((await listWebhooks())[0]).toMatchObject({ waiting: 0, dead: 3 })
    told = []
    answer = () => 200
    const replay = (body: object) =>
      admin<{ replayed: number }>('POST', `/whatsapp/${connection}/dead-reports/replay`, body)
    const job = gateway.service.jobs.find(({ name }) => name === 'messaging-gateway.delivery-reports')
    const inAMinute = new Date(clock.now().getTime() + MINUTE)
    let woken = 0
    const end = job?.wokenBy?.onWork(() => (woken += 1))
    expect(await job?.findNextDue?.(inAMinute)).toBeUndefined()
    expect((await replay({ id: reports[1]?.id })).body).toEqual({ replayed: 1 })
    expect([woken, await job?.findNextDue?.(inAMinute)]).toEqual([1, clock.now()])
    end?.()
    await post()
    expect(told.map(({ body }) => body.id)).toEqual([reports[1]?.id])
    expect((await replay({})).body).toEqual({ replayed: 2 })
    await post()
    expect(told.map(({ body }) => body.message.ack)).toEqual([2, 1, 3])
    expect((await listDead()).count).toBe(0)
  })

  it('drops dead reports after a week', async () => {
    await sendAndRead()
    await pg.sql(`UPDATE ${SCHEMA}.delivery_reports SET dead_at = $1`, [clock.now()])
    clock.advance(7 * DAY)
    await runJob('sweep-delivery-reports')
    expect(await listReports()).toHaveLength(3)
    clock.advance(HOUR)
    await runJob('sweep-delivery-reports')
    expect(await listReports()).toEqual([])
  })

  it('whose name leads to a private address is not called', async () => {
    const inner = await admin<CreatedDeliveryWebhook>('POST', `/whatsapp/${connection}/webhooks`, {
      url: `http://localhost/status`,
    })
    expect(inner.status).toBe(200)
    await sendAndRead()
    await post()
    expect(told).toHaveLength(3)
    expect((await listReports()).map(({ reason, dead_at }) => [reason, dead_at !== null])).toEqual([
      ['ERR_URL_NOT_ALLOWED', true],
      ['ERR_URL_NOT_ALLOWED', true],
      ['ERR_URL_NOT_ALLOWED', true],
    ])
    const gone = await admin('DELETE', `/whatsapp/${connection}/webhooks/${inner.body.id}`)
    expect([gone.status, await listReports()]).toEqual([200, []])
    const direct = await admin('POST', `/whatsapp/${connection}/webhooks`, { url: 'http://10.0.0.1/x' })
    expect(direct).toMatchObject({ status: 400, body: { error: 'ERR_URL_NOT_ALLOWED' } })
  })

  it('reaches no private address, by no spelling and no redirect', async () => {
    const canary = await startCanary()
    const resolve: Resolve = (hostname, _options, found) =>
      found(
        null,
        (hostileAnswers[hostname] ?? ['127.0.0.1']).map((address) => ({
          address,
          family: address.includes(':') ? 6 : 4,
        })),
      )
    const ports = [80, 443, 22, 25, 5432, 6379, 9092, canary.port]
    const http = openWebhookHttp([origin], { ports, resolve })
    answer = () => 302
    for (const url of [...hostileUrls(canary.port), `${origin}/moved?to=${canary.port}`]) {
      const outcome = await http.send(url, { method: 'POST', body: '{}' }).catch((error: unknown) => error)
      expect({ url, outcome }).toMatchObject({ url, outcome: { code: 'ERR_URL_NOT_ALLOWED' } })
    }
    expect([told.length, canary.connections()]).toEqual([1, 0])
    await canary.close()
  })

  it('is one of five at most, and names its secret once', async () => {
    const add = () =>
      admin<CreatedDeliveryWebhook>('POST', `/whatsapp/${connection}/webhooks`, { url: `${origin}/more` })
    const answers = await Promise.all(Array.from({ length: 6 }, add))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ error: 'ERR_WEBHOOK_LIMIT' })
    expect(webhook.signingSecret).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(await listWebhooks())).not.toContain(webhook.signingSecret)
    const [stored] = await pg.sql<{ sealed_secret: string }>(
      `SELECT sealed_secret FROM ${SCHEMA}.delivery_webhooks WHERE id = ${webhook.id}`,
    )
    expect(stored?.sealed_secret).not.toContain(webhook.signingSecret)
    for (const { body } of answers.filter(({ status }) => status === 200))
      await admin('DELETE', `/whatsapp/${connection}/webhooks/${body.id}`)
    expect((await listWebhooks()).map(({ id }) => id)).toEqual([webhook.id])
  })

  it('is of its company’s administrators alone', async () => {
    const paths = [
      ['GET', `/whatsapp/${connection}/webhooks`, undefined],
      ['POST', `/whatsapp/${connection}/webhooks`, { url: 'https://x.test/' }],
      ['DELETE', `/whatsapp/${connection}/webhooks/${webhook.id}`, undefined],
      ['GET', `/whatsapp/${connection}/dead-reports`, undefined],
      ['POST', `/whatsapp/${connection}/dead-reports/replay`, {}],
    ] as const
    for (const [method, path, body] of paths) {
      expect((await foreigner(method, path, body)).status).toBe(404)
      expect((await agent(method, path, body)).status).toBe(403)
    }
    const own = await foreigner('DELETE', `/whatsapp/${theirs}/webhooks/${webhook.id}`)
    expect(own).toMatchObject({ status: 404, body: { error: 'ERR_NO_WEBHOOK_FOUND' } })
    await asksToSend(
      gateway,
      {
        messageId: messageUuid(900),
        connectionId: connection,
        number: '5511999990001',
        clientKey: 'api:1:x',
      },
      beta,
    )
    expect(await listReports()).toEqual([])
    expect((await listWebhooks()).map(({ id }) => id)).toEqual([webhook.id])
  })

  it('is told of what a deleted connection could not send, and goes with it', async () => {
    await admin('DELETE', `/whatsappsession/${connection}`)
    // Until then its session may send.
    await statusIs(admin, connection, 'DISCONNECTED')
    const messageId = messageUuid((messages += 1))
    const number = '5511999990001'
    await asksToSend(gateway, { messageId, connectionId: connection, number, clientKey: 'api:1:last' })
    expect((await admin('DELETE', `/whatsapp/${connection}`)).status).toBe(200)
    await runJob('sweep-delivery-reports')
    await post()
    expect(told.map(({ body }) => [body.event, body.message])).toEqual([
      ['message.failed', { id: messageId, ack: -1, failure: 'ERR_NO_WAPP_FOUND' }],
    ])
    await runJob('sweep-delivery-reports')
    expect(await pg.sql(`SELECT id FROM ${SCHEMA}.delivery_webhooks`)).toEqual([])
  })
})
