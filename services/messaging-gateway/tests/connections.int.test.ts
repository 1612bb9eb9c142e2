import { createHash } from 'node:crypto'

import { companyId as toCompanyId, type ConnectionView } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'
import { readOutbox, waitFor, type TestDatabase } from '@balcao/testkit'

import {
  revokeRequest,
  caller,
  gatewayDatabase,
  pairedConnection,
  people,
  SCHEMA,
  startGateway,
  statusIs,
  tell,
  type Caller,
  type Gateway,
  beta,
  messageUuid,
  asksToSend,
  outboundChanges,
} from './support'

const queue = (id: number) => ({
  id,
  companyId: 1,
  name: `Fila ${id}`,
  color: '#112233',
  greetingMessage: '',
  outOfHoursMessage: '',
  orderQueue: 0,
  schedules: [],
})
const rpc = {
  tickets: {
    getQueues: (
      { companyId, ids }: { companyId: number; ids: number[] },
      { session }: { session?: { companyId: number } } = {},
    ) => {
      // The access rule of the callee: a session is required, and only its own company is answered.
      if (session?.companyId !== companyId) throw new AppError('ERR_NO_PERMISSION')
      return Promise.resolve({ queues: companyId === 1 ? ids.filter((id) => id < 10).map(queue) : [] })
    },
    hasPrompt: (
      { companyId, promptId }: { companyId: number; promptId: number },
      { session }: { session?: { companyId: number } } = {},
    ) => {
      if (session?.companyId !== companyId) throw new AppError('ERR_NO_PERMISSION')
      return Promise.resolve({ exists: companyId === 1 && promptId < 10 })
    },
  },
}

describe('connections', () => {
  let pg: TestDatabase
  let gateway: Gateway
  let admin: Caller
  let agent: Caller
  let foreigner: Caller

  const create = (body: Record<string, unknown>) =>
    admin<ConnectionView & { error?: string; fields?: object }>('POST', '/whatsapp', body)
  const list = async (who = admin) => (await who<ConnectionView[]>('GET', '/whatsapp')).body
  const defaults = async () =>
    (await list()).filter((connection) => connection.isDefault).map((connection) => connection.name)

  beforeEach(async () => {
    pg = await gatewayDatabase()
    gateway = await startGateway(pg, { rpc, maxConnections: 4 })
    const made = await people(pg, gateway.url)
    admin = made.admin
    agent = made.agent
    foreigner = made.foreigner
  })

  afterEach(() => pg.close())

  it('is announced once more after a migration has marked it, whatever happened meanwhile', async () => {
    const [kept, gone] = [
      await create({ name: 'Um', greetingMessage: 'Olá!' }),
      await create({ name: 'Dois' }),
    ]
    // A session that goes on announces its connection, too.
    await statusIs(admin, kept.body.id, 'qrcode')
    await admin('DELETE', `/whatsappsession/${kept.body.id}`)
    await statusIs(admin, kept.body.id, 'DISCONNECTED')
    await pg.sql(`UPDATE ${SCHEMA}.connections SET to_announce = true`)
    await admin('DELETE', `/whatsapp/${gone.body.id}`)
    await pg.sql(`DELETE FROM ${SCHEMA}.outbox`)
    const job = gateway.service.jobs.find(({ name }) => name === 'messaging-gateway.announce-connections')
    const run = async () => job!.run(new AbortController().signal)
    await Promise.all([run(), run()])
    await run()
    const told = (await readOutbox(pg, SCHEMA, 'connectionChanged')).map(({ body }) => body.value.connection)
    expect(told.filter((one) => one?.greetingMessage === 'Olá!').map((one) => one?.id)).toEqual([
      kept.body.id,
    ])
    expect(told.some((one) => one?.id === gone.body.id)).toBe(false)
  })

  it('has one default: the first, until another is chosen', async () => {
    const first = await create({ name: 'Um' })
    expect(first).toMatchObject({
      status: 200,
      body: {
        isDefault: true,
        provider: 'simulated',
        status: 'OPENING',
        maxUseBotQueues: 3,
        expiresTicket: 0,
      },
    })
    const second = await create({ name: 'Dois' })
    expect(second.body.isDefault).toBe(false)
    await create({ name: 'Três', isDefault: true })
    expect(await defaults()).toEqual(['Três'])
    expect(
      await admin('PUT', `/whatsapp/${second.body.id}`, { name: 'Dois', isDefault: true }),
    ).toMatchObject({ status: 200 })
    expect(await defaults()).toEqual(['Dois'])
    expect(
      await admin('PUT', `/whatsapp/${second.body.id}`, { name: 'Dois', isDefault: false }),
    ).toMatchObject({ status: 409, body: { error: 'ERR_NO_OTHER_WHATSAPP' } })
    expect((await admin('DELETE', `/whatsapp/${second.body.id}`)).status).toBe(200)
    expect(await defaults()).toEqual(['Um'])
    const changed = await readOutbox(pg, SCHEMA, 'connectionChanged')
    const last = new Map(
      changed.map((event) => [event.body.value.connection?.name, event.body.value.connection?.isDefault]),
    )
    expect(Object.fromEntries(last)).toEqual({ Um: true, Dois: true, Três: false })
  })

  it('keeps its secrets for administrators, one connection at a time', async () => {
    const { id, token = '' } = (await create({ name: 'Um' })).body
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    await statusIs(admin, id, 'qrcode')
    const own = (await admin<ConnectionView>('GET', `/whatsapp/${id}`)).body
    expect(own).toMatchObject({ tokenEnd: token.slice(-4) })
    expect(JSON.stringify(own)).not.toContain(token)
    expect((await agent('POST', `/whatsapp/${id}/token`, {})).status).toBe(403)
    expect(own.qrcode).toMatch(/^simulated,/)
    for (const answer of [
      await agent('GET', `/whatsapp/${id}`),
      await agent('GET', '/whatsapp'),
      await admin('GET', '/whatsapp'),
    ]) {
      expect(answer.status).toBe(200)
      expect(JSON.stringify(answer.body)).not.toMatch(new RegExp(`${token}|simulated,|"token|"qrcode":"`))
    }
    const events = JSON.stringify(await readOutbox(pg, SCHEMA))
    expect(events).not.toContain(token)
  })

  it("takes a token of the caller's, and keeps it when none comes", async () => {
    const token = 'x'.repeat(32)
    const { id } = (await create({ name: 'Um', token })).body
    await admin('PUT', `/whatsapp/${id}`, { name: 'Um', isDefault: true, token: '' })
    const hash = async () =>
      (
        await pg.sql<{ hash: string }>(`SELECT encode(token_hash, 'hex') AS hash FROM ${SCHEMA}.connections`)
      )[0]?.hash
    const set = await hash()
    expect(set).toBe(createHash('sha256').update(token).digest('hex'))
    const { tokenEnd } = (await admin<ConnectionView>('GET', `/whatsapp/${id}`)).body
    expect(tokenEnd).toBe('xxxx')
    await admin('PUT', `/whatsapp/${id}`, { name: 'Um', isDefault: true, tokenEnd })
    expect(await hash()).toBe(set)
    expect(await create({ name: 'Dois', token })).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
  })

  it('takes an entered token of any length, and shows no characters of a short one', async () => {
    const enter = async (name: string, token: string) => {
      const { id } = (await create({ name, token })).body
      return (await admin<ConnectionView>('GET', `/whatsapp/${id}`)).body.tokenEnd
    }
    expect(await enter('Um', '7')).toBe('••••')
    expect(await enter('Dois', ' senha-1 ')).toBe('••••')
    expect(await enter('Três', 'y'.repeat(1_024))).toBe('yyyy')
    expect(await create({ name: 'Quatro', token: 'senha-1' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
    for (const token of ['y'.repeat(1_025), 'two words', 'senhação', 'a\u0007', 'null', 'undefined'])
      expect(await create({ name: 'Cinco', token })).toMatchObject({
        status: 400,
        body: { fields: { token: expect.any(String) as string } },
      })
    expect((await create({ name: 'Seis' })).body.token).toMatch(/^[0-9a-f]{64}$/)
  })

  it('refuses what the rules refuse', async () => {
    await create({ name: 'Um' })
    expect(await create({ name: 'um' })).toMatchObject({
      status: 409,
      body: { error: 'ERR_WAPP_NAME_ALREADY_EXISTS' },
    })
    expect(await create({ name: 'A' })).toMatchObject({
      status: 400,
      body: { fields: { name: 'Too Short!' } },
    })
    expect(await create({ name: 'Dois', queueIds: [1, 2] })).toMatchObject({
      status: 400,
      body: { error: 'ERR_WAPP_GREETING_REQUIRED' },
    })
    expect(await create({ name: 'Dois', queueIds: [1, 99], greetingMessage: 'Olá' })).toMatchObject({
      status: 404,
      body: { error: 'ERR_QUEUE_NOT_FOUND' },
    })
    expect(await create({ name: 'Dois', transferQueueId: 99 })).toMatchObject({
      status: 404,
      body: { error: 'ERR_QUEUE_NOT_FOUND' },
    })
    expect(await agent('POST', '/whatsapp', { name: 'Dois' })).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    })
    expect(await list()).toHaveLength(1)
  })

  it('names its queues and loses a deleted one', async () => {
    const { id } = (await create({ name: 'Um', queueIds: [1, 2], greetingMessage: 'Olá' })).body
    expect((await list())[0]?.queues.map(({ name }) => name)).toEqual(['Fila 1', 'Fila 2'])
    await admin('PUT', `/whatsapp/${id}`, { name: 'Um', isDefault: true, greetingMessage: 'Olá' })
    expect((await list())[0]?.queueIds).toEqual([1, 2])
    const { deskEvent, orderingKeys } = await import('@balcao/contracts/wire')
    const deleted = deskEvent(gateway.ports, orderingKeys.queue(beta, 2), 'queueDeleted', { queueId: 2 })
    const consumer = gateway.service.consumers.find((candidate) => candidate.cases.includes('queueDeleted'))
    await consumer?.handle({ event: deleted, attempt: 1 })
    expect((await list())[0]?.queueIds).toEqual([1, 2])
    await consumer?.handle({
      event: { ...deleted, eventId: gateway.ports.ids.next(), companyId: 1 as never },
      attempt: 1,
    })
    expect((await list())[0]?.queueIds).toEqual([1])
  })

  it('keeps its prompt until that is deleted, by its own company', async () => {
    const { id } = (await create({ name: 'Um', promptId: 7 })).body
    await create({ name: 'Dois', promptId: 8 })
    await admin('PUT', `/whatsapp/${id}`, { timeToTransfer: 5 })
    const prompts = async () => (await list()).map(({ promptId }) => promptId)
    expect(await prompts()).toEqual([7, 8])
    const { deskEvent, orderingKeys } = await import('@balcao/contracts/wire')
    const consumer = gateway.service.consumers.find(({ cases }) => cases.includes('promptDeleted'))
    const tellDeleted = (companyId: number) => {
      const key = orderingKeys.prompt(toCompanyId(companyId), 7)
      const event = deskEvent(gateway.ports, key, 'promptDeleted', { promptId: 7 })
      return consumer?.handle({ event, attempt: 1 })
    }
    await tellDeleted(beta)
    expect(await prompts()).toEqual([7, 8])
    await tellDeleted(1)
    expect(await prompts()).toEqual([null, 8])
    const told = (await readOutbox(pg, SCHEMA, 'connectionChanged')).map(({ body }) => body.value.connection)
    expect(told.some((seen) => seen?.id === id && seen.promptId === undefined)).toBe(true)
  })

  it('takes no prompt that its company does not have', async () => {
    const { id } = (await create({ name: 'Um', promptId: 7 })).body
    const refused = [
      await create({ name: 'Dois', promptId: 11 }),
      await admin<{ error?: string }>('PUT', `/whatsapp/${id}`, { promptId: 11 }),
    ]
    expect(refused.map(({ status, body }) => [status, body.error])).toEqual([
      [404, 'ERR_NO_PROMPT_FOUND'],
      [404, 'ERR_NO_PROMPT_FOUND'],
    ])
    expect((await list()).map(({ name, promptId: kept }) => [name, kept])).toEqual([['Um', 7]])
  })

  it('goes with its company, and only with its own', async () => {
    await create({ name: 'Um', isDefault: true })
    await create({ name: 'Dois' })
    const { deskEvent, orderingKeys } = await import('@balcao/contracts/wire')
    const consumer = gateway.service.consumers.find(({ cases }) => cases.includes('companyDeleted'))
    const tell = (companyId: number) => {
      const event = deskEvent(gateway.ports, orderingKeys.company(companyId as never), 'companyDeleted', {})
      return consumer?.handle({ event, attempt: 1 })
    }
    await tell(beta)
    expect(await list()).toHaveLength(2)
    await tell(1)
    expect(await list()).toEqual([])
  })

  it('still lists while tickets is away', async () => {
    await create({ name: 'Um', queueIds: [1] })
    await gateway.stop()
    const away = { tickets: { getQueues: () => Promise.reject(new AppError('ERR_UNAVAILABLE')) } }
    const second = await startGateway(pg, { rpc: away, idle: true })
    const { admin: other } = await people(pg, second.url)
    expect((await list(other))[0]).toMatchObject({ queues: [], queueIds: [1] })
  })

  it('stays within the plan when many are asked for at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => create({ name: `Linha ${index}` })),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(4)
    expect(answers.filter((answer) => answer.body.error === 'ERR_PLAN_LIMIT_REACHED')).toHaveLength(8)
    expect(await list()).toHaveLength(4)
    expect(await defaults()).toHaveLength(1)
  })

  it('is not there for another company', async () => {
    const { id } = (await create({ name: 'Um' })).body
    expect((await foreigner('POST', '/whatsapp', { name: 'Um' })).status).toBe(200)
    const missing = id + 1_000
    for (const [method, path, body] of [
      ['GET', '/whatsapp/:id', undefined],
      ['PUT', '/whatsapp/:id', { name: 'Meu' }],
      ['DELETE', '/whatsapp/:id', undefined],
      ['POST', '/whatsappsession/:id', {}],
      ['PUT', '/whatsappsession/:id', {}],
      ['DELETE', '/whatsappsession/:id', undefined],
    ] as const) {
      const at = (wanted: number) => foreigner(method, path.replace(':id', String(wanted)), body)
      const [foreign, unknown] = [await at(id), await at(missing)]
      expect({ method, path, status: foreign.status, error: foreign.body.error }).toEqual({
        method,
        path,
        status: 404,
        error: 'ERR_NO_WAPP_FOUND',
      })
      expect(unknown).toMatchObject({ status: 404, body: { error: 'ERR_NO_WAPP_FOUND' } })
    }
    expect((await list(foreigner)).map(({ id: seen }) => seen)).not.toContain(id)
    expect(
      (await foreigner<ConnectionView[]>('GET', '/whatsapp?companyId=1')).body.map(({ id: seen }) => seen),
    ).not.toContain(id)
    expect((await admin<ConnectionView>('GET', `/whatsapp/${id}`)).body.name).toBe('Um')
  })

  it('is disconnected, tried again and given a new code by its buttons', async () => {
    const id = await pairedConnection(gateway, admin, 'Um')
    expect((await admin('DELETE', `/whatsappsession/${id}`)).status).toBe(200)
    await statusIs(admin, id, 'DISCONNECTED')
    expect((await admin<ConnectionView>('GET', `/whatsapp/${id}`)).body).toMatchObject({
      number: '',
      qrcode: '',
    })
    await admin('POST', `/whatsappsession/${id}`)
    await statusIs(admin, id, 'qrcode')
    await caller(gateway.url)('POST', `/simulator/connections/${id}/scan`, {})
    await statusIs(admin, id, 'CONNECTED')
    const [before] = await pg.sql<{ socket: string }>('SELECT socket FROM simulator.lines')
    await admin('POST', `/whatsappsession/${id}`)
    await waitFor(async () => {
      const [line] = await pg.sql<{ socket: string | null }>('SELECT socket FROM simulator.lines')
      return line?.socket && line.socket !== before?.socket
    })
    await statusIs(admin, id, 'CONNECTED')
    await admin('PUT', `/whatsappsession/${id}`)
    await statusIs(admin, id, 'qrcode')
    const sessions = await readOutbox(pg, SCHEMA, 'connectionSessionChanged')
    expect(sessions.at(-1)?.body.value).toMatchObject({ status: 'qrcode', retries: 1 })
    expect(
      sessions
        .filter((event) => event.body.value.status === 'CONNECTED')
        .every((event) => event.body.value.qrcode === ''),
    ).toBe(true)
  })

  it('gives up after the maximum of unscanned codes', async () => {
    await gateway.stop()
    const hasty = await startGateway(pg, {
      rpc,
      config: { qrLimit: 2 },
      tuning: { networkTimes: { qrMs: 20, pollMs: 10 } },
    })
    const { admin: boss } = await people(pg, hasty.url)
    const { id } = (await boss<ConnectionView>('POST', '/whatsapp', { name: 'Um' })).body
    await statusIs(boss, id, 'DISCONNECTED')
    expect((await caller(hasty.url)('POST', `/simulator/connections/${id}/scan`, {})).status).toBe(409)
    const codes = (await readOutbox(pg, SCHEMA, 'connectionSessionChanged')).filter(
      (event) => event.body.value.status === 'qrcode',
    )
    expect(new Set(codes.map((event) => event.body.value.qrcode)).size).toBe(2)
  })

  it('waits disconnected for a driver it does not have', async () => {
    await gateway.stop()
    const real = await startGateway(pg, { rpc, config: { simulator: undefined, defaultProvider: 'beta' } })
    const { admin: boss } = await people(pg, real.url)
    expect((await boss('GET', '/whatsapp-providers')).body).toEqual({
      providers: ['beta', 'cloud'],
      default: 'beta',
    })
    const body = { name: 'Um', provider: 'simulated' }
    const { id, status } = (await boss<ConnectionView>('POST', '/whatsapp', body)).body
    expect(status).toBe('DISCONNECTED')
    expect(await boss('POST', `/whatsappsession/${id}`)).toMatchObject({
      status: 409,
      body: { error: 'ERR_WAPP_NOT_INITIALIZED' },
    })
  })

  it('fails what it still had to send when it is deleted, and whatever comes later', async () => {
    const { id } = (await create({ name: 'Um' })).body
    await statusIs(admin, id, 'qrcode')
    await asksToSend(gateway, { messageId: messageUuid(1), connectionId: id, number: '5511999990001' })
    await admin('DELETE', `/whatsapp/${id}`)
    await asksToSend(gateway, { messageId: messageUuid(2), connectionId: id, number: '5511999990001' })
    await tell(
      gateway,
      'outboundRevokeRequested',
      revokeRequest({ messageId: messageUuid(9), connectionId: id }),
    )
    const changes = (await outboundChanges(pg)).map((event) => event.body.value)
    expect(changes).toMatchObject(
      [1, 2].map((index) => ({ messageId: messageUuid(index), ack: -1, failure: 'ERR_NO_WAPP_FOUND' })),
    )
    await waitFor(
      async () => (await pg.sql(`SELECT 1 FROM ${SCHEMA}.connections WHERE command <> ''`)).length === 0,
    )
    expect(await list()).toEqual([])
    expect((await create({ name: 'Um' })).body.isDefault).toBe(true)
  })
})
