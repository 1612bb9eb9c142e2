import { randomBytes } from 'node:crypto'

import { messageId, type MessageView } from '@balcao/contracts'
import { DAY, MINUTE, type Session } from '@balcao/kernel'
import { needsEngines } from '@balcao/testkit'

import type { TicketsConfig } from '../src/config'
import { firstIdAt, MongoMessageDocuments, MongoOrphans, openMongo } from '../src/adapters/mongo'
import { eraseDeleted, sweep } from '../src/features/housekeeping'
import { INBOUND_GROUP } from '../src/features/inbound/receive-message'
import { createTicketsService } from '../src/service'
import { mongoForTests } from './mongo-engine'
import {
  COMPANY,
  connection,
  deliver,
  callsTo,
  FOREIGN,
  person,
  queue,
  received,
  rig,
  type Call,
  type Rig,
  buildTicketsConfig,
} from './support'

const engine = mongoForTests()

needsEngines('mongo')('a desk whose documents are in MongoDB', () => {
  const url = engine?.database(randomBytes(6).toString('hex')) ?? ''
  const mongo = openMongo(url)
  let desk: Rig
  let call: Call
  let ana: Session

  beforeAll(async () => {
    desk = await rig({ documents: { kind: 'mongo', url } })
    call = await callsTo(desk)
    const vendas = await queue(desk, 'Vendas')
    await connection(desk, 1, { isDefault: true, queueIds: [vendas] })
    ana = await person(desk, { id: 2, name: 'Ana', profile: 'admin', queueIds: [vendas] })
  })
  afterAll(async () => {
    await mongo.use((messages) => messages.db.dropDatabase())
    await mongo.close()
  })
  beforeEach(() => mongo.use((messages) => messages.deleteMany({})))

  const stored = () => mongo.use((messages) => messages.find().lean())
  const ticketOf = async () =>
    (await desk.pg.sql<{ id: number }>('SELECT id FROM tickets.tickets ORDER BY id DESC LIMIT 1'))[0]?.id
  const page = async () => {
    const { body } = await call(ana, 'GET', `/messages/${await ticketOf()}`)
    return (body as { messages: MessageView[] }).messages
  }

  it('shows what arrived, once, however often it was delivered, and nothing of it is in Postgres', async () => {
    const event = received(desk, { body: 'bom dia' })
    await deliver(desk, INBOUND_GROUP, event)
    await deliver(desk, INBOUND_GROUP, event)
    expect((await page()).map(({ body }) => body)).toEqual(['bom dia'])
    expect(await stored()).toHaveLength(1)
    expect(await desk.pg.sql('SELECT 1 FROM tickets.message_documents')).toEqual([])
  })

  it('finds messages by their words, which stay in Postgres', async () => {
    await deliver(desk, INBOUND_GROUP, received(desk, { body: 'orçamento de geladeira' }))
    const { body } = await call(ana, 'GET', '/tickets?showAll=true&searchParam=geladeira')
    expect((body as { tickets: unknown[] }).tickets).toHaveLength(1)
  })

  it('erases what was deleted, from MongoDB and Postgres', async () => {
    await deliver(desk, INBOUND_GROUP, received(desk, { body: 'segredo' }))
    const [document] = await stored()
    await desk.pg.sql(
      `INSERT INTO tickets.message_documents (company_id, id, body) VALUES ($1, $2, '{"body":"segredo"}')`,
      [COMPANY, document?._id],
    )
    expect((await call(ana, 'DELETE', `/tickets/${await ticketOf()}`)).status).toBe(200)
    await eraseDeleted(desk.deps, new AbortController().signal)
    expect(await stored()).toEqual([])
    expect(await desk.pg.sql('SELECT 1 FROM tickets.message_documents')).toEqual([])
    expect(await desk.pg.sql('SELECT 1 FROM tickets.erasures')).toEqual([])
  })

  describe('sweeps', () => {
    const hoursAgo = (hours: number) => new Date(desk.ports.clock.now().getTime() - hours * 60 * MINUTE)
    const serial = (index: number, hours: number) =>
      messageId(firstIdAt(hoursAgo(hours)).slice(0, 24) + String(index).padStart(12, '0'))
    const put = (
      index: number,
      fields: { idHours: number; writtenHours: number; company?: typeof COMPANY },
    ) =>
      new MongoMessageDocuments(mongo, { now: () => hoursAgo(fields.writtenHours) }).put(
        fields.company ?? COMPANY,
        [{ id: serial(index, fields.idHours), body: `${index}`, vcard: '', senderName: '' }],
      )
    const bodies = async () => (await stored()).map(({ body }) => body).sort()

    it('documents of a day ago that never got a row, of every company, and no other', async () => {
      await put(1, { idHours: 48, writtenHours: 48 })
      await put(2, { idHours: 48, writtenHours: 48, company: FOREIGN })
      await put(3, { idHours: 12, writtenHours: 12 })
      // Its event was late: its row may be on the way.
      await put(4, { idHours: 48, writtenHours: 0 })
      await deliver(desk, INBOUND_GROUP, received(desk, { body: 'com linha' }))
      await mongo.use((messages) =>
        messages.updateMany({ body: 'com linha' }, { $set: { writtenAt: hoursAgo(48) } }),
      )
      await sweep(desk.deps)
      await eraseDeleted(desk.deps, new AbortController().signal)
      expect(await bodies()).toEqual(['3', '4', 'com linha'])
    })

    it('in pages, all of the window, and again from its beginning', async () => {
      const orphans = new MongoOrphans(mongo, desk.deps.housekeeping, 2)
      const window = () => [hoursAgo(24), new Date(hoursAgo(0).getTime() - 8 * DAY)] as const
      for (let index = 0; index < 7; index += 1) await put(index, { idHours: 100 - index, writtenHours: 90 })
      expect(await orphans.findOrphans(...window())).toBe(7)
      await put(8, { idHours: 150, writtenHours: 30 })
      expect(await orphans.findOrphans(...window())).toBe(1)
      await eraseDeleted(desk.deps, new AbortController().signal)
      expect(await bodies()).toEqual([])
    })
  })
})

describe('a desk whose MongoDB is away', () => {
  it('says so on the page of messages, and lets an event wait without counting it', async () => {
    const desk = await rig()
    const vendas = await queue(desk, 'Vendas')
    await connection(desk, 1, { isDefault: true, queueIds: [vendas] })
    await deliver(desk, INBOUND_GROUP, received(desk, { body: 'antes' }))
    const away: TicketsConfig = {
      ...buildTicketsConfig(),
      documents: { kind: 'mongo', url: 'mongodb://127.0.0.1:9/balcao' },
    }
    const cut = { ...desk, service: createTicketsService(away, desk.ports) }
    const ana = await person(desk, { id: 2, name: 'Ana', profile: 'admin', queueIds: [vendas] })
    const [{ id } = { id: 0 }] = await desk.pg.sql<{ id: number }>('SELECT id FROM tickets.tickets')
    expect(await (await callsTo(cut))(ana, 'GET', `/messages/${id}`)).toMatchObject({
      status: 503,
      body: { error: 'ERR_UNAVAILABLE' },
    })
    await expect(deliver(cut, INBOUND_GROUP, received(desk, { body: 'oi' }))).rejects.toMatchObject({
      code: 'ERR_UNAVAILABLE',
    })
    expect(await desk.pg.sql('SELECT 1 FROM tickets.messages')).toHaveLength(1)
    expect(await desk.pg.sql('SELECT 1 FROM tickets.inbox')).toHaveLength(1)
  })
})
