import type { SimulatorBehaviour, SimulatorConnection, SimulatorOutboundItem } from '@balcao/contracts'
import { request as httpRequest } from 'node:http'
import { readOutbox, waitFor, type TestDatabase } from '@balcao/testkit'

import {
  asksToSend,
  caller,
  gatewayDatabase,
  messageUuid,
  outboundChanges,
  pairedConnection,
  people,
  quiet,
  received,
  SCHEMA,
  startGateway,
  type Caller,
  type Gateway,
} from './support'

describe('the routes of the simulated phone', () => {
  let pg: TestDatabase
  let gateway: Gateway
  let phone: Caller
  let connection: number
  let real: number

  beforeAll(async () => {
    pg = await gatewayDatabase()
    const getSettings = () => Promise.resolve({ settings: { call: 'disabled' } })
    gateway = await startGateway(pg, { rpc: { auth: { getSettings } } })
    const { admin } = await people(pg, gateway.url)
    phone = caller(gateway.url)
    connection = await pairedConnection(gateway, admin, 'Vendas')
    real = (await admin<{ id: number }>('POST', '/whatsapp', { name: 'Real', provider: 'beta' })).body.id
    await admin('DELETE', `/whatsappsession/${real}`)
  })

  const message = (over: Record<string, unknown> = {}) => ({
    messages: [{ connection, number: '5511999990001', body: 'oi', ...over }],
  })

  it.each([
    ['nothing', ''],
    ['an array', '[]'],
    ['half a body', '{"messages":'],
    ['no messages', { messages: [] }],
    ['501 messages', { messages: Array.from({ length: 501 }, () => message().messages[0]) }],
    ['an unknown field', { ...message(), now: true }],
    ['an unknown field inside', message({ fromMe: true })],
    ['an operator', message({ number: { $ne: '' } })],
    ['a number of letters', message({ number: 'abcdefgh' })],
    ['a number too short', message({ number: '123' })],
    ['a connection as text', message({ connection: '1' })],
    ['a NUL', message({ body: 'a\u0000b' })],
    ['a lone surrogate', message({ body: 'a\ud800b' })],
    ['an id with a path', message({ id: '../../x' })],
    ['an unknown kind', message({ kind: 'virus' })],
    ['nothing to say', message({ body: '' })],
    ['broken base64', message({ media: { name: 'a', mimeType: 'image/png', base64: '***' } })],
    ['an empty file', message({ media: { name: 'a', mimeType: 'image/png', base64: '' } })],
    ['a place off the globe', message({ location: { latitude: 91, longitude: 0 } })],
    ['a group without a participant', message({ group: { id: 'x', subject: 'y' } })],
    ['a prototype', '{"messages":[{"__proto__":{"a":1}}]}'],
  ])('refuses %s', async (_name, body) => {
    const answer = await phone('POST', '/simulator/inbound', body)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.body.error).toMatch(/^ERR_/)
  })

  it('takes all or none', async () => {
    const before = (await received(pg)).length
    const mixed = {
      messages: [message().messages[0], { connection: 999, number: '5511999990001', body: 'x' }],
    }
    expect(await phone('POST', '/simulator/inbound', mixed)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_WAPP_FOUND' },
    })
    await quiet(gateway)
    expect(await received(pg)).toHaveLength(before)
  })

  it.each([
    ['GET', '/simulator/outbound?connection=:c', undefined],
    ['GET', '/simulator/chats?connection=:c', undefined],
    ['GET', '/simulator/messages?connection=:c&number=5511999990001', undefined],
    ['POST', '/simulator/receipts', { connection: ':c', ids: ['a'], ack: 2 }],
    ['POST', '/simulator/read', { connection: ':c', number: '5511999990001' }],
    ['POST', '/simulator/revise', { connection: ':c', number: '5511999990001', id: 'a' }],
    ['POST', '/simulator/react', { connection: ':c', number: '5511999990001', id: 'a', emoji: '👍' }],
    ['POST', '/simulator/calls', { connection: ':c', number: '5511999990001' }],
    ['GET', '/simulator/calls?connection=:c', undefined],
    ['GET', '/simulator/typing?connection=:c', undefined],
    ['POST', '/simulator/connections/:c/scan', {}],
    ['POST', '/simulator/connections/:c/drop', {}],
    ['POST', '/simulator/connections/:c/logout', {}],
    ['POST', '/simulator/connections/:c/replace', {}],
    ['POST', '/simulator/connections/:c/restart', {}],
  ])('%s %s finds no unknown connection', async (method, path, body) => {
    for (const id of [999, real]) {
      const filled = body && 'connection' in body ? { ...body, connection: id } : body
      expect(await phone(method, path.replace(':c', String(id)), filled)).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_WAPP_FOUND' },
      })
    }
  })

  it.each([
    ['/simulator/outbound', undefined],
    ['/simulator/outbound?connection=abc', undefined],
    ['/simulator/outbound?connection=1&connection=2', undefined],
    ['/simulator/outbound?connection=1&after=-1', undefined],
    ['/simulator/outbound?connection=1e3', undefined],
    ['/simulator/media/..%2f..%2fetc%2fpasswd', undefined],
    ['/simulator/media/x', undefined],
  ])('GET %s is refused', async (path) => {
    const { status } = await phone('GET', path)
    expect([400, 404]).toContain(status)
  })

  it('is closed to other hosts, sites and proxies', async () => {
    const { port } = new URL(gateway.url)
    const raw = (headers: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        const asked = httpRequest(
          { host: '127.0.0.1', port, path: '/simulator/connections', headers },
          (response) => {
            response.resume()
            resolve(response.statusCode ?? 0)
          },
        )
        asked.on('error', reject).end()
      })
    expect(await raw({ host: `127.0.0.1:${port}` })).toBe(200)
    for (const headers of [
      { host: 'rebound.example' },
      { host: `127.0.0.1:${port}`, origin: 'https://evil.example' },
      { host: `127.0.0.1:${port}`, 'x-forwarded-for': '127.0.0.1' },
      { host: `127.0.0.1:${port}`, via: '1.1 proxy' },
    ]) {
      expect(await raw(headers as unknown as Record<string, string>)).toBe(401)
    }
  })

  it('is not there without the driver', async () => {
    const without = await startGateway(pg, {
      idle: true,
      config: { simulator: undefined, defaultProvider: 'beta' },
    })
    expect((await caller(without.url)('GET', '/simulator/connections')).status).toBe(404)
  })

  it('lists its connections with the code that a phone may scan', async () => {
    const lines = (await phone<SimulatorConnection[]>('GET', '/simulator/connections')).body
    expect(lines).toEqual([
      {
        id: connection,
        companyId: 1,
        isOfficial: false,
        name: 'Vendas',
        status: 'CONNECTED',
        number: expect.stringMatching(/^55119\d{8}$/),
        qrcode: '',
      },
    ])
    expect((await phone('POST', `/simulator/connections/${connection}/scan`, {})).status).toBe(409)
  })

  it('shows where an agent types, until it is over', async () => {
    await pg.sql(
      `INSERT INTO simulator.typing VALUES (${connection}, '5511999990001', now() + interval '1 hour'),
        (${connection}, '5511999990002', now() - interval '1 second')`,
    )
    const { body } = await phone('GET', `/simulator/typing?connection=${connection}`)
    expect(body).toEqual({ numbers: ['5511999990001'] })
  })

  it('gives receipts by hand, read when the chat is opened, and only what was received', async () => {
    expect(
      (await phone<SimulatorBehaviour>('PUT', '/simulator/behaviour', { receipts: 'manual' })).body,
    ).toMatchObject({ receipts: 'manual', delayMs: 0 })
    await asksToSend(gateway, {
      messageId: messageUuid(1),
      connectionId: connection,
      number: '5511999990007',
      body: 'a',
    })
    await asksToSend(gateway, {
      messageId: messageUuid(2),
      connectionId: connection,
      number: '5511999990007',
      kind: 'audio',
      body: 'b',
    })
    await quiet(gateway)
    const items = (
      await phone<{ items: SimulatorOutboundItem[] }>('GET', `/simulator/outbound?connection=${connection}`)
    ).body.items
    const [first, second] = items.map((item) => item.id)
    expect(items.map(({ body, ack }) => [body, ack])).toEqual([
      ['a', 1],
      ['b', 1],
    ])
    const rest = (
      await phone<{ items: SimulatorOutboundItem[] }>(
        'GET',
        `/simulator/outbound?connection=${connection}&after=${items[0]?.cursor}`,
      )
    ).body.items
    expect(rest.map((item) => item.id)).toEqual([second])
    expect(
      (await phone('POST', '/simulator/receipts', { connection, ids: [first, 'unknown'], ack: 2 })).body,
    ).toEqual({ taken: 1 })
    expect((await phone('POST', '/simulator/read', { connection, number: '5511999990007' })).body).toEqual({
      taken: 2,
    })
    await quiet(gateway)
    await phone('POST', '/simulator/receipts', { connection, ids: [second], ack: 4 })
    await phone('POST', '/simulator/receipts', { connection, ids: [second], ack: 2 })
    await quiet(gateway)
    const changes = (await outboundChanges(pg)).map((event) => event.body.value)
    const listAcks = (id: string) =>
      changes.filter((change) => change.messageId === id).map((change) => change.ack)
    expect(listAcks(messageUuid(1))).toEqual([1, 2, 3])
    expect(listAcks(messageUuid(2))).toEqual([1, 3, 4])
    await phone('PUT', '/simulator/behaviour', { receipts: 'auto' })
  })

  it('puts emojis to messages of the chat, and to no others', async () => {
    await phone('POST', '/simulator/inbound', message({ number: '5511999990008', name: 'Rita', id: 'E1' }))
    await quiet(gateway)
    const reacts = (id: string) =>
      phone('POST', '/simulator/react', { connection, number: '5511999990008', id, emoji: '👍' })
    expect((await reacts('E1')).status).toBe(202)
    expect(await reacts('E2')).toMatchObject({ status: 404, body: { error: 'ERR_NO_MESSAGE_FOUND' } })
    await quiet(gateway)
    const told = (await readOutbox(pg, SCHEMA, 'messageReacted')).map(({ body }) => body.value)
    expect(told).toMatchObject([
      { waId: 'E1', emoji: '👍', byUs: false, by: { number: '5511999990008', name: 'Rita' } },
    ])
  })

  it('calls, and shows whether it was taken', async () => {
    const ring = { connection, number: '5511999990008', id: 'CALL1', isVideo: true }
    expect(await phone('POST', '/simulator/calls', ring)).toMatchObject({
      status: 202,
      body: { id: 'CALL1' },
    })
    await phone('POST', '/simulator/calls', ring)
    await quiet(gateway)
    expect((await phone('GET', `/simulator/calls?connection=${connection}`)).body).toEqual([
      { id: 'CALL1', number: '5511999990008', isVideo: true, answer: 'refuse' },
    ])
  })

  it('survives receipts that come doubled and out of order', async () => {
    await phone('PUT', '/simulator/behaviour', { duplicateRate: 1, reorder: true, delayMs: 5 })
    const numbers = Array.from({ length: 10 }, (_, index) => `551199995${String(index).padStart(4, '0')}`)
    await Promise.all(
      numbers.map((number, index) =>
        asksToSend(gateway, {
          messageId: messageUuid(100 + index),
          connectionId: connection,
          number,
          body: 'x',
        }),
      ),
    )
    await quiet(gateway)
    await waitFor(
      async () => (await outboundChanges(pg)).filter((event) => event.body.value.ack === 3).length >= 11,
    )
    const changes = (await outboundChanges(pg)).map((event) => event.body.value)
    for (const index of numbers.keys()) {
      const acks = changes
        .filter((change) => change.messageId === messageUuid(100 + index))
        .map((change) => change.ack)
      expect(acks).toEqual([...new Set(acks)].sort())
      expect(acks.at(-1)).toBe(3)
    }
    await phone('PUT', '/simulator/behaviour', { duplicateRate: 0, reorder: false, delayMs: 0 })
  })

  it.each([
    { receipts: 'never' },
    { delayMs: -1 },
    { delayMs: 'x' },
    { dropRate: 2 },
    { reorder: 'yes' },
    { speed: 1 },
  ])('refuses the behaviour %j', async (body) => {
    expect(await phone('PUT', '/simulator/behaviour', body)).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
  })
})
