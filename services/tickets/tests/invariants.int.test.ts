import { ticketId, type TicketView } from '@balcao/contracts'
import {
  decodeEvent,
  ticketView,
  type DeskEvent,
  type MessageSnapshot,
  type TicketSnapshot,
} from '@balcao/contracts/wire'
import { DAY, SECOND, type Session } from '@balcao/kernel'

import { packWords } from '../src/features/housekeeping'
import { INBOUND_GROUP } from '../src/features/inbound/receive-message'
import { seedTags } from '../src/seed'
import {
  COMPANY,
  connection,
  deliver,
  callsTo,
  outbox,
  outboundChanged,
  person,
  phoneJid,
  queue,
  received,
  rig,
  type Call,
  type Rig,
} from './support'

const STEPS = 60
const AT_ONCE = 8

let desk: Rig
let call: Call
let agents: Session[]
let queues: number[]
let tags: number[]

/* The same actions on every run: a linear congruential generator (Numerical Recipes), whose lowest bits repeat after a few calls. */
let state = 20_261_120
const below = (limit: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * limit)
}
const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T

const numbers = ['5511960000001', '5511960000002', '551160000003', '14155550104']

async function someTicket(): Promise<number | undefined> {
  const rows = await desk.pg.sql<{ id: number }>('SELECT id FROM tickets.tickets ORDER BY id')
  return rows.length === 0 ? undefined : pick(rows).id
}

async function someMessage(
  where: string,
): Promise<{ id: string; wa_id: string; remote_jid: string } | undefined> {
  const rows = await desk.pg.sql<{ id: string; wa_id: string; remote_jid: string }>(
    `SELECT id, wa_id, remote_jid FROM tickets.messages WHERE ${where} ORDER BY ticket_id, seq`,
  )
  return rows.length === 0 ? undefined : pick(rows)
}

const arrive = (fromMe: boolean) => {
  const number = pick(numbers)
  return deliver(
    desk,
    INBOUND_GROUP,
    received(desk, {
      number,
      remoteJid: phoneJid(number),
      fromMe,
      body: `texto ${below(1_000)}`,
      waId: `W${below(400)}`,
    }),
  )
}

async function revise(deleted: boolean): Promise<void> {
  const target = await someMessage(`source = 'customer'`)
  if (!target) return
  const value = {
    connectionId: 1,
    remoteJid: target.remote_jid,
    participant: '',
    fromMe: false,
    waId: target.wa_id,
    otherJids: [],
    deleted,
    body: `outro ${below(99)}`,
  }
  await deliver(desk, INBOUND_GROUP, { ...received(desk), body: { $case: 'messageRevised', value } })
}

async function acknowledge(): Promise<void> {
  const target = await someMessage(`source = 'desk'`)
  if (target)
    await deliver(
      desk,
      'tickets.acks',
      outboundChanged(desk, { messageId: target.id, ack: pick([1, 2, 3, -1]), failure: '' }),
    )
}

/* All closed tickets are due: the clock is two days ahead. */
const pack = () => {
  const now = () => new Date(desk.ports.clock.now().getTime() + 2 * DAY)
  return packWords({ ...desk.deps, clock: { now } }, new AbortController().signal)
}

const patches = (agent: Session): object[] => [
  { status: 'open', userId: agent.userId, expectedStatus: 'pending' },
  { status: 'open', userId: agent.userId },
  { status: 'pending', userId: null },
  { status: 'closed' },
  { queueId: pick(queues), status: 'pending', userId: null },
  { userId: pick(agents).userId },
  { whatsappId: pick([1, 2]) },
]

async function act(): Promise<void> {
  const agent = pick(agents)
  const id = await someTicket()
  const target = await someMessage(`source = 'desk'`)
  const actions: (() => Promise<unknown>)[] = [
    () => arrive(false),
    () => arrive(false),
    () => arrive(true),
    () => revise(true),
    () => revise(false),
    acknowledge,
    async () => id && call(agent, 'PUT', `/tickets/${id}`, pick(patches(agent))),
    async () => id && call(agent, 'PUT', `/tickets/${id}`, pick(patches(agent))),
    async () => id && call(agent, 'POST', `/messages/${id}`, { body: `resposta ${below(99)}` }),
    async () => id && call(agent, 'POST', `/tickets/${id}/read`),
    async () =>
      id &&
      call(agent, 'POST', '/tags/sync', {
        ticketId: id,
        tags: tags.filter(() => below(2) === 0).map((tag) => ({ id: tag })),
      }),
    async () => target && call(agent, 'DELETE', `/messages/${target.id}`),
    pack,
  ]
  await pick(actions)()
}

beforeAll(async () => {
  desk = await rig()
  call = await callsTo(desk)
  queues = [await queue(desk, 'Vendas'), await queue(desk, 'Suporte')]
  agents = [
    await person(desk, { id: 1, profile: 'admin' }),
    await person(desk, { id: 2, queueIds: queues, allTicket: true }),
  ]
  tags = [
    ...(
      await seedTags(desk.ports, COMPANY, [
        { name: 'Um', color: '#111' },
        { name: 'Dois', color: '#222' },
      ])
    ).values(),
  ]
  await connection(desk, 1, { isDefault: true })
  await connection(desk, 2)
  for (let step = 0; step < STEPS; step += 1) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => act()))
    desk.ports.clock.advance(20 * SECOND)
  }
  await call(agents[0]!, 'PUT', `/tickets/${await someTicket()}`, { status: 'closed' })
  await pack()
})

const none = async (sql: string): Promise<void> => expect(await desk.pg.sql(sql)).toEqual([])

describe('after hundreds of actions, eight at a time', () => {
  it('much has happened', async () => {
    const [row] = await desk.pg.sql<{ tickets: number; messages: number }>(
      'SELECT (SELECT count(*)::int FROM tickets.tickets) AS tickets, (SELECT count(*)::int FROM tickets.messages) AS messages',
    )
    expect(row?.tickets).toBeGreaterThan(3)
    expect(row?.messages).toBeGreaterThan(60)
    expect(await desk.pg.sql('SELECT 1 FROM tickets.dead_events')).toEqual([])
  })

  it('no contact has two unclosed tickets on a connection', () =>
    none(
      `SELECT contact_id FROM tickets.tickets WHERE status <> 'closed' GROUP BY company_id, contact_id, connection_id HAVING count(*) > 1`,
    ))

  it('seq has no gap and no repeat', () =>
    none(`SELECT t.id FROM tickets.tickets t LEFT JOIN tickets.messages m ON m.ticket_id = t.id GROUP BY t.id, t.message_seq
          HAVING count(m.id) <> t.message_seq OR coalesce(max(m.seq), 0) <> t.message_seq OR coalesce(min(m.seq), 1) <> 1`))

  it('no WhatsApp identity is there twice', () =>
    none(
      `SELECT wa_id FROM tickets.messages WHERE wa_id IS NOT NULL GROUP BY company_id, connection_id, remote_jid, participant, from_me, wa_id HAVING count(*) > 1`,
    ))

  it('the last message of a list is the newest that is not deleted, with its ack', () =>
    none(`SELECT t.id FROM tickets.tickets t LEFT JOIN LATERAL (
            SELECT * FROM tickets.messages m WHERE m.ticket_id = t.id AND NOT m.deleted ORDER BY m.seq DESC LIMIT 1) m ON true
          WHERE t.last_message_id IS DISTINCT FROM m.id OR t.last_message <> coalesce(m.preview, '') OR t.last_message_ack <> coalesce(m.ack, 0)`))

  it("the customer's last message of a list is their newest that is not deleted", () =>
    none(`SELECT t.id FROM tickets.tickets t LEFT JOIN LATERAL (
            SELECT * FROM tickets.messages m WHERE m.ticket_id = t.id AND NOT m.deleted AND NOT m.from_me ORDER BY m.seq DESC LIMIT 1) m ON true
          WHERE t.last_received_id IS DISTINCT FROM m.id OR t.last_received <> coalesce(m.preview, '')`))

  it('a waiting ticket says since when, an open one does not', () =>
    none(
      `SELECT id FROM tickets.tickets WHERE (status = 'pending' AND pending_at IS NULL) OR (status = 'open' AND pending_at IS NOT NULL)`,
    ))

  it('a waiting ticket has no agent, an open one has, and only a closed one has an end', () =>
    none(
      `SELECT id FROM tickets.tickets WHERE (status = 'pending' AND user_id IS NOT NULL) OR (status = 'open' AND user_id IS NULL) OR ((status = 'closed') <> (closed_at IS NOT NULL))`,
    ))

  it('words are those of the messages that are shown', async () => {
    const rows = await desk.pg.sql<{ preview: string; ticket_id: number }>(
      'SELECT preview, ticket_id FROM tickets.messages WHERE NOT deleted',
    )
    const expected = new Set(
      rows.flatMap(({ preview, ticket_id }) => preview.split(' ').map((word) => `${ticket_id} ${word}`)),
    )
    const words = await desk.pg.sql<{ entry: string }>(
      `SELECT ticket_id || ' ' || word AS entry FROM tickets.ticket_words
       UNION SELECT ticket_id || ' ' || split_part(lexeme, ':', 2) FROM tickets.closed_ticket_words, unnest(words)`,
    )
    expect(await desk.pg.sql('SELECT 1 FROM tickets.closed_ticket_words')).not.toEqual([])
    await none(
      'SELECT ticket_id FROM tickets.ticket_words INTERSECT SELECT ticket_id FROM tickets.closed_ticket_words',
    )
    expect(words.map(({ entry }) => entry).sort()).toEqual([...expected].sort())
  })
})

describe('old state plus events', () => {
  const sign = (_company: number, key: string) => key

  const events = async (): Promise<DeskEvent[]> =>
    (await outbox(desk)).flatMap(({ type, body }) => (type === 'seed' ? [] : (decodeEvent(body) ?? [])))

  it('is what a fresh look at every ticket shows', async () => {
    const tickets = new Map<number, TicketSnapshot>()
    for (const { body } of await events()) {
      const snapshot =
        body.$case === 'ticketChanged' || body.$case === 'messageAppended' ? body.value.ticket : undefined
      if (snapshot) {
        expect(snapshot.version).toBeGreaterThanOrEqual(tickets.get(snapshot.id)?.version ?? 0)
        tickets.set(snapshot.id, snapshot)
      }
      const read = body.$case === 'ticketUnreadCleared' ? tickets.get(body.value.ticketId) : undefined
      if (read) tickets.set(read.id, { ...read, unreadMessages: 0 })
    }
    const fresh = await desk.ports.db.withTenant(COMPANY, (tx) =>
      desk.deps.tickets.findSnapshots(tx, COMPANY, [...tickets.keys()].map(ticketId)),
    )
    const comparable = (snapshot: TicketSnapshot): Partial<TicketView> => {
      // Reading raises the version without telling it.
      const { version: _version, ...view } = ticketView(snapshot, sign)
      return view
    }
    for (const [id, snapshot] of tickets) {
      const now = fresh.get(ticketId(id))
      expect(comparable(snapshot)).toEqual(now && comparable(now))
    }
    expect(tickets.size).toBe((await desk.pg.sql('SELECT 1 FROM tickets.tickets')).length)
  })

  it('is what a fresh look at every message shows, apart from what was read', async () => {
    const messages = new Map<string, MessageSnapshot>()
    for (const { body } of await events()) {
      if ((body.$case === 'messageAppended' || body.$case === 'messageChanged') && body.value.message)
        messages.set(body.value.message.id, body.value.message)
    }
    const rows = await desk.pg.sql<Record<string, unknown>>(
      'SELECT id, ack, deleted, edited, seq, ticket_id FROM tickets.messages ORDER BY id',
    )
    const told = [...messages.values()].map(({ id, ack, deleted, edited, seq, ticketId: ticket }) => ({
      id,
      ack,
      deleted,
      edited,
      seq,
      ticket_id: ticket,
    }))
    expect(told.sort((left, right) => (left.id < right.id ? -1 : 1))).toEqual(rows)
  })
})
