import { randomBytes } from 'node:crypto'

import type { MessageView } from '@balcao/contracts'
import type { Session } from '@balcao/kernel'
import { needsEngines } from '@balcao/testkit'

import type { TicketsConfig } from '../src/config'
import { openMongo } from '../src/adapters/mongo'
import { eraseDeleted, moveDocuments } from '../src/features/housekeeping'
import { INBOUND_GROUP } from '../src/features/inbound/receive-message'
import { createTicketsService } from '../src/service'
import { mongoForTests } from './mongo-engine'
import { letTimePass } from './move-all'
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

  /* What waits is old enough, and the job runs. */
  const move = async () => {
    await letTimePass(desk)
    await moveDocuments(desk.deps.moving!, new AbortController().signal)
  }
  const waiting = () => desk.pg.sql('SELECT 1 FROM tickets.message_documents')

  it('shows what arrived, once, however often it was delivered, before and after it moved to MongoDB', async () => {
    const event = received(desk, { body: 'bom dia' })
    await deliver(desk, INBOUND_GROUP, event)
    await deliver(desk, INBOUND_GROUP, event)
    expect((await page()).map(({ body }) => body)).toEqual(['bom dia'])
    expect([(await stored()).length, (await waiting()).length]).toEqual([0, 1])
    await move()
    await deliver(desk, INBOUND_GROUP, event)
    expect((await page()).map(({ body }) => body)).toEqual(['bom dia'])
    expect([(await stored()).length, (await waiting()).length]).toEqual([1, 0])
  })

  it('shows messages of both on one page, in their order', async () => {
    await deliver(desk, INBOUND_GROUP, received(desk, { body: 'primeira' }))
    await move()
    await deliver(desk, INBOUND_GROUP, received(desk, { body: 'segunda' }))
    expect((await page()).map(({ body }) => body).slice(-2)).toEqual(['primeira', 'segunda'])
  })

  it('finds messages by their words, which stay in Postgres', async () => {
    await deliver(desk, INBOUND_GROUP, received(desk, { body: 'orçamento de geladeira' }))
    const { body } = await call(ana, 'GET', '/tickets?showAll=true&searchParam=geladeira')
    expect((body as { tickets: unknown[] }).tickets).toHaveLength(1)
  })

  it('erases what was deleted, moved or not', async () => {
    await deliver(desk, INBOUND_GROUP, received(desk, { body: 'segredo' }))
    await move()
    await deliver(desk, INBOUND_GROUP, received(desk, { body: 'outro segredo' }))
    expect((await call(ana, 'DELETE', `/tickets/${await ticketOf()}`)).status).toBe(200)
    await eraseDeleted(desk.deps, new AbortController().signal)
    expect((await stored()).filter(({ body }) => body.includes('segredo'))).toEqual([])
    expect([await waiting(), await desk.pg.sql('SELECT 1 FROM tickets.erasures')]).toEqual([[], []])
  })

  it('erases a company, moved or not, and no other one', async () => {
    await deliver(desk, INBOUND_GROUP, received(desk, { body: 'de outra', company: FOREIGN }))
    await deliver(desk, INBOUND_GROUP, received(desk, { body: 'movida' }))
    await move()
    await deliver(desk, INBOUND_GROUP, received(desk, { body: 'ainda aqui' }))
    await desk.service.companyErasure?.erase?.(COMPANY, new AbortController().signal)
    expect([(await stored()).map(({ body }) => body), await waiting()]).toEqual([['de outra'], []])
  })
})

describe('a desk whose MongoDB is away', () => {
  it('goes on with what was not moved, and says so where something was', async () => {
    const desk = await rig()
    const vendas = await queue(desk, 'Vendas')
    await connection(desk, 1, { isDefault: true, queueIds: [vendas] })
    const away: TicketsConfig = {
      ...buildTicketsConfig(),
      documents: { kind: 'mongo', url: 'mongodb://127.0.0.1:9/balcao' },
    }
    const cut = { ...desk, service: createTicketsService(away, desk.ports) }
    const ana = await person(desk, { id: 2, name: 'Ana', profile: 'admin', queueIds: [vendas] })
    const call = await callsTo(cut)
    await deliver(cut, INBOUND_GROUP, received(desk, { body: 'antes' }))
    await deliver(cut, INBOUND_GROUP, received(desk, { body: 'oi' }))
    const [{ id } = { id: 0 }] = await desk.pg.sql<{ id: number }>('SELECT id FROM tickets.tickets')
    const shown = await call(ana, 'GET', `/messages/${id}`)
    expect((shown.body as unknown as { messages: MessageView[] }).messages.map(({ body }) => body)).toEqual([
      'antes',
      'oi',
    ])
    await desk.pg.sql(`DELETE FROM tickets.message_documents WHERE body->>'body' = 'antes'`)
    expect(await call(ana, 'GET', `/messages/${id}`)).toMatchObject({
      status: 503,
      body: { error: 'ERR_UNAVAILABLE' },
    })
    await cut.service.close?.()
  })
})
