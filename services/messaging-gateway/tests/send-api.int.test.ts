import type { ConnectionView } from '@balcao/contracts'
import type { SendToContactRequest } from '@balcao/contracts/wire'
import { AppError, type BlobStore } from '@balcao/kernel'
import { readOutbox, fixedClock, givenSession, waitFor, type TestDatabase } from '@balcao/testkit'

import { hashConnectionTokens } from '../src/migrations/20261122T050100-hash-connection-tokens'
import {
  acme,
  beta,
  caller,
  gatewayDatabase,
  pairedConnection,
  people,
  SCHEMA,
  startGateway,
  type Caller,
  type Gateway,
} from './support'

const HOUR = 60 * 60 * 1000
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/* Leaves out the ALTER statements: the columns exist already. */
const onlyUpdates = (sql: string) => sql.slice(sql.indexOf('UPDATE'))

describe('the send API', () => {
  let pg: TestDatabase
  let gateway: Gateway
  let admin: Caller
  let foreigner: Caller
  let connection: number
  let token: string
  let foreignToken: string
  let requests: SendToContactRequest[]
  let fails: AppError | undefined
  /** Sent, but the answer does not arrive in time. */
  let isLate: boolean
  /** `GetSentMedia` does not answer. */
  let isAway = false
  let hold = Promise.resolve()
  let asked = 0
  const sends = new Map<string, string>()
  const carried = new Map<string, string[]>()
  const clock = fixedClock()

  /** The part of tickets that these tests need: idempotent by client key. */
  const sendToContact = async (request: SendToContactRequest) => {
    await new Promise((resolve) => setImmediate(resolve))
    asked += 1
    await hold
    if (fails) throw fails
    const id = sends.get(request.clientKey) ?? `message ${sends.size} of ${request.clientKey}`
    if (!sends.has(request.clientKey)) requests.push(request)
    if (!carried.has(request.clientKey))
      carried.set(
        request.clientKey,
        request.medias.map(({ key }) => key),
      )
    sends.set(request.clientKey, id)
    if (isLate) throw new AppError('ERR_DEADLINE')
    return { ticketId: 1, messages: [{ id }] } as never
  }

  const getSentMedia = ({ clientKey }: { clientKey: string }) =>
    isAway
      ? Promise.reject(new AppError('ERR_UNAVAILABLE'))
      : Promise.resolve({ keys: carried.get(clientKey) ?? [] })

  const send = (body: unknown, headers: Record<string, string> = {}, bearer = token) =>
    caller(gateway.url, bearer)<{ id?: string; error?: string; status?: string; mensagem?: string }>(
      'POST',
      '/api/messages/send',
      body,
      headers,
    )

  beforeAll(async () => {
    pg = await gatewayDatabase()
    gateway = await startGateway(pg, { clock, rpc: { tickets: { sendToContact, getSentMedia } } })
    const made = await people(pg, gateway.url)
    admin = made.admin
    connection = await pairedConnection(gateway, admin, 'Vendas')
    token = (await admin<{ token: string }>('POST', `/whatsapp/${connection}/token`, {})).body.token
    foreigner = made.foreigner
    foreignToken = (await foreigner<ConnectionView>('POST', '/whatsapp', { name: 'Deles' })).body.token ?? ''
  })

  beforeEach(() => {
    requests = []
    fails = undefined
    isLate = false
  })

  it('sends options as numbered lines', async () => {
    await send({ number: '5511999990001', body: 'Como podemos ajudar?', options: ['Vendas', ' 2ª  via '] })
    expect(requests).toMatchObject([{ body: 'Como podemos ajudar?\n\n*1.* Vendas\n*2.* 2ª via' }])
  })

  it('sends choices, with the text that says them where a connection has none', async () => {
    const options = [{ id: 'sim', title: 'Sim' }, { title: 'Agora não' }]
    const offers = [
      { kind: 'buttons', options },
      { kind: 'list', button: 'Ver', options: [{ title: 'PAC', description: '7 dias' }] },
      { kind: 'link', button: 'Ver pedido', url: 'https://example.com/p/77' },
    ]
    for (const choices of offers)
      expect((await send({ number: '5511999990001', body: 'Posso? ', choices })).status).toBe(200)
    expect(requests.map(({ body, choices }) => [body, choices])).toEqual([
      [
        'Posso?\n\n*1.* Sim\n*2.* Agora não',
        {
          kind: 'buttons',
          text: 'Posso?',
          button: '',
          options: [
            { id: 'sim', title: 'Sim', description: '' },
            { id: '2', title: 'Agora não', description: '' },
          ],
          url: '',
        },
      ],
      ['Posso?\n\n*1.* PAC - 7 dias', expect.objectContaining({ kind: 'list', button: 'Ver' })],
      [
        'Posso?\n\nVer pedido: https://example.com/p/77',
        expect.objectContaining({ kind: 'link', options: [], url: 'https://example.com/p/77' }),
      ],
    ])
  })

  it('sends choices once for one key, and refuses the key with others', async () => {
    const choices = (id: string) => ({ kind: 'buttons', options: [{ id, title: 'Sim' }] })
    const ask = (id: string, bearer = token) =>
      send(
        { number: '5511999990001', body: 'Posso?', choices: choices(id) },
        { 'idempotency-key': 'tap' },
        bearer,
      )
    isLate = true
    expect((await ask('sim')).status).toBe(503)
    isLate = false
    const first = await ask('sim')
    expect(first.status).toBe(200)
    expect(await ask('sim')).toEqual(first)
    expect(await ask('yes')).toMatchObject({ status: 422, body: { error: 'ERR_IDEMPOTENCY_MISMATCH' } })
    expect((await ask('yes', foreignToken)).status).toBe(200)
    expect(requests.map(({ companyId, choices: sent }) => [companyId, sent?.options[0]?.id])).toEqual([
      [acme, 'sim'],
      [beta, 'yes'],
    ])
  })

  it.each<[string, object, Record<string, string>]>([
    ['without a text', { body: '' }, { body: 'Required' }],
    ['under a text that is too long', { body: 'a'.repeat(1_025) }, { body: 'Too Long!' }],
    ['beside options', { options: ['Vendas'] }, { choices: 'Only with a text' }],
    ['beside a template', { template: { name: 'a', language: 'pt_BR' } }, { choices: 'Only with a text' }],
    [
      'that are too many',
      {
        choices: {
          kind: 'list',
          button: 'Ver',
          options: Array.from({ length: 11 }, (_, n) => ({ title: `${n}` })),
        },
      },
      { 'choices.options': 'Too Long!' },
    ],
    ['without a link', { choices: { kind: 'link', button: 'Ver' } }, { 'choices.url': 'Required' }],
  ])('refuses choices %s', async (_name, own, fields) => {
    const choices = { kind: 'buttons', options: [{ title: 'Sim' }] }
    const answer = await send({ number: '5511999990001', body: 'Posso?', choices, ...own })
    expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION', fields } })
    expect(requests).toEqual([])
  })

  it.each<[object, string]>([
    [{ choices: null }, 'choices'],
    [{ choices: [] }, 'choices'],
    [{ choices: 'buttons' }, 'choices'],
    [{ choices: {} }, 'choices.kind'],
    [{ choices: { kind: 'buttons' } }, 'choices.options'],
    [{ choices: { kind: 'buttons', options: [null] } }, 'choices.options[0]'],
    [{ choices: { kind: 'buttons', options: [{}] } }, 'choices.options[0].title'],
    [{ choices: { kind: 'buttons', options: [{ title: 5 }] } }, 'choices.options.0.title'],
    [{ choices: { kind: 'buttons', options: [{ id: ' a', title: 'A' }] } }, 'choices.options[0].id'],
    [{ choices: { kind: 'buttons', options: null } }, 'choices.options'],
    [{ choices: { kind: 'link', button: 'Ver', url: null } }, 'choices.url'],
    [{ choices: { kind: 'link', button: 'Ver', url: 'javascript:alert(1)' } }, 'choices.url'],
    [{ body: null, choices: { kind: 'buttons', options: [{ title: 'A' }] } }, 'body'],
  ])('names what is wrong in %j', async (own, field) => {
    const answer = await send(
      { number: '5511999990001', body: 'Posso?', ...own },
      { prefer: 'handling=strict' },
    )
    expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    expect(Object.keys((answer.body as { fields?: object }).fields ?? {})).toContain(field)
    expect(requests).toEqual([])
  })

  it('refuses choices with a file', async () => {
    const form = new FormData()
    form.append('number', '5511999990001')
    form.append('body', 'Posso?')
    form.append('choices', JSON.stringify({ kind: 'buttons', options: [{ title: 'Sim' }] }))
    form.append('medias', new Blob([png]), 'a.png')
    expect(await send(form)).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', fields: { choices: 'Only with a text' } },
    })
    expect(requests).toEqual([])
  })

  it("sends text to a number from the token's connection", async () => {
    const answer = await send({ number: '5511999990001', body: 'oi', queueId: 3, closeTicket: true })
    expect(answer).toMatchObject({ status: 200, body: { mensagem: 'Mensagem enviada', status: 'QUEUED' } })
    expect(answer.body.id).toMatch(/^message \d+ of/)
    expect(requests).toMatchObject([
      {
        companyId: acme,
        connectionId: connection,
        number: '5511999990001',
        body: 'oi',
        queueId: 3,
        closeTicket: true,
        medias: [],
      },
    ])
  })

  it('sends files, known by their bytes', async () => {
    const form = new FormData()
    form.append('number', '5511999990001')
    form.append('body', 'foto')
    form.append('medias', new Blob([png], { type: 'text/html' }), '../x/foto.png')
    expect((await send(form)).status).toBe(200)
    const [media] = requests[0]?.medias ?? []
    expect(media).toMatchObject({
      name: 'foto.png',
      mimeType: 'image/png',
      sizeBytes: png.length,
      width: 1,
      height: 1,
    })
    expect(media?.key).toMatch(/^companies\/1\/\d{4}\/\d{2}\/[0-9a-f]{32}\.png$/)
    expect(await gateway.ports.blobs.info(media?.key ?? '')).toEqual({ sizeBytes: png.length })
  })

  describe('with files that do not leave', () => {
    let stored: string[]
    let put: BlobStore['put']
    let failsAt: number

    beforeEach(() => {
      const { blobs } = gateway.ports
      stored = []
      failsAt = Infinity
      put = blobs.put.bind(blobs)
      blobs.put = async (key, ...rest) => {
        if (stored.length + 1 === failsAt) throw new Error('the store is full')
        stored.push(key)
        return put(key, ...rest)
      }
    })
    afterEach(() => void (gateway.ports.blobs.put = put))

    const kept = async () => {
      const infos = await Promise.all(stored.map((key) => gateway.ports.blobs.info(key)))
      return infos.filter((info) => info !== undefined).length
    }
    const photos = () => {
      const form = new FormData()
      form.append('number', '5511999990001')
      for (const name of ['a.png', 'b.png']) form.append('medias', new Blob([png]), name)
      return form
    }

    it('keeps none that tickets refused', async () => {
      fails = new AppError('ERR_QUEUE_NOT_FOUND')
      expect((await send(photos())).status).toBe(404)
      expect([stored.length, await kept()]).toEqual([2, 0])
    })

    it('keeps none when one of them cannot be stored', async () => {
      failsAt = 2
      expect((await send(photos())).status).toBe(500)
      expect([stored.length, await kept()]).toEqual([1, 0])
      expect(requests).toEqual([])
    })

    it('keeps them when it is unknown whether tickets took the message', async () => {
      fails = new AppError('ERR_DEADLINE')
      expect((await send(photos())).status).toBe(503)
      expect(await kept()).toBe(2)
    })

    const sweepDays = async () => {
      await pg.sql(`UPDATE ${SCHEMA}.pending_blobs SET created_at = created_at - interval '25 hours'`)
      const job = gateway.service.jobs.find(({ name }) => name === 'messaging-gateway.sweep-blobs')
      await job?.run(new AbortController().signal)
    }

    it('removes after a day what tickets never took', async () => {
      fails = new AppError('ERR_DEADLINE')
      expect((await send(photos())).status).toBe(503)
      await sweepDays()
      expect([stored.length, await kept()]).toEqual([2, 0])
    })

    it('keeps what the message carries, and removes the second copies of a repeat', async () => {
      isLate = true
      expect((await send(photos(), { 'idempotency-key': 'late-files' })).status).toBe(503)
      isLate = false
      expect((await send(photos(), { 'idempotency-key': 'late-files' })).status).toBe(200)
      expect([stored.length, await kept()]).toEqual([4, 4])
      isAway = true
      await expect(sweepDays()).rejects.toThrow('ERR_UNAVAILABLE')
      expect(await kept()).toBe(4)
      isAway = false
      await sweepDays()
      const named = requests[0]?.medias.map((media) => media.key) ?? []
      expect(named).toEqual(stored.slice(0, 2))
      for (const one of named) expect(await gateway.ports.blobs.info(one)).toBeDefined()
      expect(await kept()).toBe(2)
      await sweepDays()
      expect(await kept()).toBe(2)
    })
  })

  it('reads no file of a token that it does not know', async () => {
    const form = new FormData()
    form.append('medias', new Blob([png]), 'foto.png')
    form.append('nonsense', 'x')
    expect(await send(form, {}, 'x'.repeat(64))).toMatchObject({
      status: 401,
      body: { error: 'ERR_UNAUTHORIZED' },
    })
  })

  it.each([
    ['', 401],
    [' ', 401],
    ['undefined', 401],
    ['x', 401],
    ['x'.repeat(64), 401],
  ])('does not know the token %j', async (bearer, status) => {
    const answer = await caller(gateway.url)(
      'POST',
      '/api/messages/send',
      { number: '5511999990001', body: 'oi' },
      { authorization: `Bearer ${bearer}` },
    )
    expect(answer).toMatchObject({ status, body: { error: 'ERR_UNAUTHORIZED' } })
    expect(requests).toEqual([])
  })

  it('does not know a token in the database that is empty', async () => {
    await pg.sql(
      `INSERT INTO ${SCHEMA}.connections (company_id, name, provider, status, token, token_hash) VALUES (1, 'leer', 'simulated', 'DISCONNECTED', '', sha256(''::bytea))`,
    )
    const bad: Record<string, string>[] = [
      {},
      { authorization: '' },
      { authorization: 'Bearer' },
      { authorization: 'Bearer ' },
    ]
    for (const headers of bad) {
      expect(
        (
          await caller(gateway.url)(
            'POST',
            '/api/messages/send',
            { number: '5511999990001', body: 'oi' },
            headers,
          )
        ).status,
      ).toBe(401)
    }
    await pg.sql(`DELETE FROM ${SCHEMA}.connections WHERE name = 'leer'`)
  })

  it.each([
    [{ body: 'oi' }, 400, 'ERR_VALIDATION'],
    [{ number: '5511999990001' }, 400, 'ERR_VALIDATION'],
    [{ number: '(11) 9', body: 'oi' }, 400, 'ERR_VALIDATION'],
    [{ number: { $gt: '' }, body: 'oi' }, 400, 'ERR_VALIDATION'],
    [{ number: '5511999990001', body: 'nul\u0000' }, 400, 'ERR_VALIDATION'],
    [{ number: '5511999990001', body: 'oi', options: 'Vendas' }, 400, 'ERR_VALIDATION'],
    [{ number: '5511999990001', body: 'oi', options: [''] }, 400, 'ERR_VALIDATION'],
    [{ number: '5511999990001', body: 'oi', companyId: 2 }, 400, 'ERR_VALIDATION'],
    [{ number: '00055511122', body: 'oi' }, 400, 'ERR_WAPP_INVALID_CONTACT'],
    ['{"number"', 400, 'ERR_MALFORMED_REQUEST'],
  ])('refuses %j', async (body, status, error) => {
    expect(await send(body)).toMatchObject({ status, body: { error } })
    expect(requests).toEqual([])
  })

  it('sends once for one key, however many ask at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        send({ number: '5511999990001', body: 'uma vez' }, { 'idempotency-key': 'parallel' }),
      ),
    )
    const good = answers.filter((answer) => answer.status === 200)
    expect(good.length).toBeGreaterThan(0)
    expect(
      answers
        .filter((answer) => answer.status !== 200)
        .every((answer) => answer.body.error === 'ERR_IDEMPOTENCY_IN_FLIGHT'),
    ).toBe(true)
    expect(requests).toHaveLength(1)
    expect(requests[0]?.clientKey).toMatch(new RegExp(`^api:${connection}:[0-9a-f]{32}$`))
    const again = await send({ number: '5511999990001', body: 'uma vez' }, { 'idempotency-key': 'parallel' })
    expect(again).toEqual(good[0])
    expect(requests).toHaveLength(1)
  })

  it("refuses a key with another body, and keeps companies' keys apart", async () => {
    expect((await send({ number: '5511999990001', body: 'A' }, { 'idempotency-key': 'k' })).status).toBe(200)
    expect(await send({ number: '5511999990001', body: 'B' }, { 'idempotency-key': 'k' })).toMatchObject({
      status: 422,
      body: { error: 'ERR_IDEMPOTENCY_MISMATCH' },
    })
    expect(
      (await send({ number: '5511999990001', body: 'B' }, { 'idempotency-key': 'k' }, foreignToken)).status,
    ).toBe(200)
    expect(requests.map((request) => [request.companyId, request.body])).toEqual([
      [acme, 'A'],
      [beta, 'B'],
    ])
    expect(
      (await send({ number: '5511999990001', body: 'A' }, { 'idempotency-key': 'with space' })).status,
    ).toBe(400)
  })

  it('frees the key when the work failed, and forgets it after seven days', async () => {
    const ask = () => send({ number: '5511999990001', body: 'X' }, { 'idempotency-key': 'again' })
    fails = new AppError('ERR_NO_TICKET_FOUND')
    expect(await ask()).toMatchObject({ status: 404, body: { error: 'ERR_NO_TICKET_FOUND' } })
    fails = undefined
    expect((await ask()).status).toBe(200)
    clock.advance(6 * 24 * HOUR)
    expect((await ask()).status).toBe(200)
    expect(requests).toHaveLength(1)
    clock.advance(25 * HOUR)
    expect((await ask()).status).toBe(200)
    expect(requests).toHaveLength(2)
    await gateway.service.jobs[0]?.run(new AbortController().signal)
  })

  it('takes over a key whose process died', async () => {
    const hash = await pg.sql<{ body_hash: string }>(
      `SELECT body_hash FROM ${SCHEMA}.api_requests WHERE key = 'again'`,
    )
    await pg.sql(
      `INSERT INTO ${SCHEMA}.api_requests (company_id, connection_id, key, body_hash, started_at, working_since) VALUES ($1, $2, 'dead', $3, $4, $4)`,
      [acme, connection, hash[0]?.body_hash, clock.now()],
    )
    const ask = () => send({ number: '5511999990001', body: 'X' }, { 'idempotency-key': 'dead' })
    expect((await ask()).status).toBe(409)
    clock.advance(3 * 60_000)
    expect((await ask()).status).toBe(200)
  })

  const keyed = (key: string, body: string, bearer = token) =>
    send({ number: '5511999990001', body }, { 'idempotency-key': key }, bearer)
  const inFlight = { status: 409, body: { error: 'ERR_IDEMPOTENCY_IN_FLIGHT' } }
  const mismatch = { status: 422, body: { error: 'ERR_IDEMPOTENCY_MISMATCH' } }
  const sweepKeys = () => gateway.service.jobs[0]?.run(new AbortController().signal)

  it.each([
    ['before the sweep', () => Promise.resolve()],
    ['the keys were swept', sweepKeys],
  ])('sends again when a key is used again after seven days and %s', async (when, sweep) => {
    const name = when.replaceAll(' ', '-')
    const first = await keyed(name, 'antiga')
    clock.advance(6.9 * 24 * HOUR)
    await sweep()
    expect(await keyed(name, 'nova')).toMatchObject(mismatch)
    expect(await keyed(name, 'antiga')).toEqual(first)
    clock.advance(0.2 * 24 * HOUR)
    await sweep()
    const second = await keyed(name, 'nova')
    expect(second.status).toBe(200)
    expect(second.body.id).not.toBe(first.body.id)
    expect(requests.map(({ body }) => body)).toEqual(['antiga', 'nova'])
  })

  it('keeps a key with its body when the answer came too late, and learns what became of it', async () => {
    isLate = true
    expect(await keyed('late', 'A')).toMatchObject({ status: 503, body: { error: 'ERR_DEADLINE' } })
    expect(await keyed('late', 'B')).toMatchObject(mismatch)
    expect(await keyed('late', 'A')).toMatchObject(inFlight)
    fails = new AppError('ERR_UNAVAILABLE')
    clock.advance(3 * 24 * HOUR)
    await sweepKeys()
    expect(await keyed('late', 'A')).toMatchObject(inFlight)
    expect(await keyed('late', 'B')).toMatchObject(mismatch)
    fails = undefined
    isLate = false
    const known = await keyed('late', 'A')
    expect(known).toMatchObject({ status: 200 })
    expect(known.body.id).toBe(sends.get(requests[0]?.clientKey ?? ''))
    expect(await keyed('late', 'A')).toEqual(known)
    expect(requests.map(({ body }) => body)).toEqual(['A'])
  })

  it('does not free a key on a refusal while an earlier try may still send', async () => {
    fails = new AppError('ERR_UNAVAILABLE')
    expect(await keyed('refused', 'A')).toMatchObject({ status: 503 })
    fails = new AppError('ERR_NO_WAPP_FOUND')
    expect(await keyed('refused', 'A')).toMatchObject({ status: 404 })
    fails = undefined
    expect(await keyed('refused', 'B')).toMatchObject(mismatch)
    expect((await keyed('refused', 'A')).status).toBe(200)
    expect(requests).toHaveLength(1)
  })

  it('forgets an unknown outcome with its key, for the company that owns it', async () => {
    isLate = true
    await keyed('forgotten', 'A')
    isLate = false
    expect((await keyed('forgotten', 'B', foreignToken)).status).toBe(200)
    clock.advance(7.1 * 24 * HOUR)
    expect((await keyed('forgotten', 'B')).status).toBe(200)
    expect(requests.map(({ companyId, body }) => [companyId, body])).toEqual([
      [acme, 'A'],
      [beta, 'B'],
      [acme, 'B'],
    ])
  })

  it('asks tickets for the same send after a kill between the send and its record', async () => {
    const first = await keyed('killed', 'A')
    await pg.sql(`UPDATE ${SCHEMA}.api_requests SET answer = NULL WHERE key = 'killed'`)
    expect(await keyed('killed', 'A')).toMatchObject(inFlight)
    expect(await keyed('killed', 'B')).toMatchObject(mismatch)
    clock.advance(3 * 60_000)
    expect(await keyed('killed', 'B')).toMatchObject(mismatch)
    expect(await keyed('killed', 'A')).toEqual(first)
    expect(requests).toHaveLength(1)
  })

  it('lets a call that was given up for dead decide nothing', async () => {
    const before = asked
    let finishFirst: () => void = () => undefined
    hold = new Promise((resolve) => (finishFirst = resolve))
    const slow = keyed('slow', 'A')
    await waitFor(() => asked > before)
    clock.advance(3 * 60_000)
    hold = Promise.resolve()
    const taken = await keyed('slow', 'A')
    fails = new AppError('ERR_NO_WAPP_FOUND')
    finishFirst()
    expect((await slow).status).toBe(404)
    fails = undefined
    expect(await keyed('slow', 'A')).toEqual(taken)
    expect(requests).toHaveLength(1)
  })

  it('is for companies that pay for it', async () => {
    await givenSession(pg, SCHEMA, {
      userId: 1 as never,
      companyId: acme,
      profile: 'admin',
      dueAt: new Date(clock.now().getTime() - 48 * HOUR),
    })
    expect(await send({ number: '5511999990001', body: 'oi' })).toMatchObject({
      status: 402,
      body: { error: 'ERR_SUBSCRIPTION_EXPIRED' },
    })
    await givenSession(pg, SCHEMA, { userId: 1 as never, companyId: acme, profile: 'admin', dueAt: null })
    const plain = await startGateway(pg, { useExternalApi: false, idle: true, clock })
    const answer = await caller(plain.url, token)('POST', '/api/messages/send', {
      number: '5511999990001',
      body: 'oi',
    })
    expect(answer).toMatchObject({ status: 403, body: { error: 'ERR_PLAN_FEATURE_DISABLED' } })
  })

  it('never lets the token out, and keeps none', async () => {
    expect(JSON.stringify(await readOutbox(pg, SCHEMA))).not.toContain(token)
    const rows = await pg.sql(`SELECT * FROM ${SCHEMA}.connections`)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).toContain(token.slice(-4))
  })

  it('takes the new token and not the old one when an administrator asks for another', async () => {
    const path = `/whatsapp/${connection}/token`
    expect((await foreigner('POST', path, {})).status).toBe(404)
    expect((await send({ number: '5511999990001', body: 'oi' })).status).toBe(200)
    const next = await admin<{ token: string }>('POST', path, {})
    expect(next.body.token).toMatch(/^[0-9a-f]{64}$/)
    expect((await send({ number: '5511999990001', body: 'oi' })).status).toBe(401)
    expect((await send({ number: '5511999990001', body: 'oi' }, {}, next.body.token)).status).toBe(200)
  })

  it('takes a token that was stored in clear before only a hash was kept', async () => {
    const old = 'antigo'.repeat(8)
    await pg.sql(`UPDATE ${SCHEMA}.connections SET token = $2, token_hash = NULL WHERE id = $1`, [
      connection,
      old,
    ])
    await pg.sql(`SET search_path = ${SCHEMA}; ${onlyUpdates(hashConnectionTokens.up)}`)
    expect((await send({ number: '5511999990001', body: 'oi' }, {}, old)).status).toBe(200)
    const [row] = await pg.sql(`SELECT token, token_end FROM ${SCHEMA}.connections WHERE id = $1`, [
      connection,
    ])
    expect(row).toEqual({ token: '', token_end: 'tigo' })
  })
})
