import { type MessageView } from '@balcao/contracts'
import {
  deskEvent,
  orderingKeys,
  type DeskEventCase,
  type EventValue,
  type MessageReacted,
} from '@balcao/contracts/wire'
import { type Session } from '@balcao/kernel'
import { INBOUND_GROUP } from '../src/features/inbound/receive-message'
import {
  clearOutbox,
  COMPANY,
  connection,
  deliver,
  callsTo,
  FOREIGN,
  outbox,
  outboundChanged,
  person,
  phoneJid,
  queue,
  received,
  rig,
  type Answer,
  type Call,
  type Rig,
} from './support'

export const ACKS = 'tickets.acks'
export const NUMBER = '5511955550101'

export let desk: Rig
export let call: Call
export let vendas: number
export let ana: Session
export let colleague: Session
export let stranger: Session

/** Starts the service before the tests of a file, and empties its tables before each. */
export function useMessageDesk(options: Parameters<typeof rig>[0] = {}): void {
  beforeAll(async () => {
    desk = await rig(options)
    call = await callsTo(desk)
    vendas = await queue(desk, 'Vendas')
    ana = await person(desk, { id: 2, name: 'Ana', queueIds: [vendas] })
    colleague = await person(desk, { id: 3, name: 'Bia', queueIds: [await queue(desk, 'Suporte')] })
    stranger = await person(desk, { id: 9, profile: 'admin', company: FOREIGN })
  })

  beforeEach(async () => {
    await desk.pg.empty(
      'tickets.contacts',
      'tickets.contact_merges',
      'tickets.connections',
      'tickets.message_documents',
      'tickets.inbox',
      'tickets.outbox',
    )
    await connection(desk, 1, { isDefault: true, queueIds: [vendas] })
    for (const key of ['call', 'sendTyping', 'language']) delete desk.settings[key]
    await desk.ports.cache.delete(`tickets:${COMPANY}:settings`)
  })
}

export const happens = <C extends DeskEventCase>($case: C, value: EventValue<C>, company = COMPANY) =>
  deskEvent(desk.ports, orderingKeys.conversation(company, NUMBER), $case, value)
export const arrive = (event: ReturnType<typeof received>) => deliver(desk, INBOUND_GROUP, event)
export const rows = (sql: string, values: unknown[] = []) => desk.pg.sql<Record<string, unknown>>(sql, values)
export const messages = () => rows('SELECT * FROM tickets.messages ORDER BY ticket_id, seq')
export const tickets = () => rows('SELECT * FROM tickets.tickets ORDER BY id')
export const lastChange = async (): Promise<Record<string, unknown>> =>
  (await outbox(desk, 'messageChanged')).at(-1)?.body['messageChanged']?.['message'] as Record<
    string,
    unknown
  >
export const requests = async (type: string) => (await outbox(desk, type)).map(({ body }) => body[type])

/* A customer's message in a ticket that Ana has open. */
export async function written(
  fields: Parameters<typeof received>[1] = {},
): Promise<{ id: string; ticketId: number }> {
  await arrive(received(desk, { waId: 'C1', body: 'chegou?', ...fields }))
  const [row] = await rows('SELECT id, ticket_id FROM tickets.messages WHERE wa_id = $1', [
    fields.waId ?? 'C1',
  ])
  await rows(`UPDATE tickets.tickets SET status = 'open', user_id = 2, queue_id = $1`, [vendas])
  await clearOutbox(desk)
  return { id: String(row?.['id']), ticketId: Number(row?.['ticket_id']) }
}

/* A message of ours that the network accepted as W1. */
export async function sent(ticketId: number, body = 'sai hoje'): Promise<MessageView> {
  const answer = await call(ana, 'POST', `/messages/${ticketId}`, { body })
  const [message] = answer.body['messages'] as MessageView[]
  if (!message) throw new Error('nothing was sent')
  const news = { messageId: message.id, waId: 'W1', remoteJid: phoneJid(NUMBER), ack: 1 }
  await deliver(desk, ACKS, outboundChanged(desk, news))
  await clearOutbox(desk)
  return message
}

export const react = (id: string, emoji: string, session: Session = ana): Promise<Answer> =>
  call(session, 'POST', `/messages/${id}/reactions`, { emoji })

export const reacted = (fields: Partial<MessageReacted> = {}, company = COMPANY) =>
  happens(
    'messageReacted',
    {
      connectionId: 1,
      remoteJid: phoneJid(NUMBER),
      participant: '',
      fromMe: false,
      waId: 'C1',
      otherJids: [],
      isWriterUnknown: false,
      emoji: '👍',
      byUs: false,
      by: { number: NUMBER, lid: '', name: 'Joana' },
      sentAt: desk.ports.clock.now(),
      ...fields,
    },
    company,
  )
