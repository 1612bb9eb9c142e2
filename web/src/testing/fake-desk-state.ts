import {
  isWithBot,
  type FeedItem,
  type MessageView,
  type SessionUserView,
  type TicketNoteView,
  type TicketView,
  type ScheduleView,
} from '@balcao/contracts'

import { buildMessage } from './desk-builders'

export interface FakeRequest {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
}

export interface FakeAnswer {
  status: number
  body: unknown
}

export interface FakeDeskData {
  me: SessionUserView
  tickets: TicketView[]
  messages: MessageView[]
  notes: TicketNoteView[]
  schedules: ScheduleView[]
}

type Handler = (request: FakeRequest, params: string[]) => FakeAnswer | unknown

/** Method, path and handler. */
export type FakeRoute = [string, RegExp, Handler]

const parseIds = (value: string | null): number[] => (value ? (JSON.parse(value) as number[]) : [])
export const toRecord = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? { ...body } : {}
export const notFound: FakeAnswer = { status: 404, body: { error: 'ERR_NO_TICKET_FOUND' } }
export const isAnswer = (value: unknown): value is FakeAnswer =>
  typeof value === 'object' &&
  value !== null &&
  'status' in value &&
  'body' in value &&
  typeof value.status === 'number'

/** The data of the fake server, changed as the server would change it; `emit` gets the feed's events. */
export const createDeskState = (data: FakeDeskData, emit: (event: FeedItem) => void) => {
  let feedSeq = 0
  let clock = Math.max(0, ...data.tickets.map(({ updatedAt }) => Date.parse(updatedAt)))
  const nextAt = () => new Date((clock = Math.max(clock + 1000, Date.now()))).toISOString()
  const nextSeq = () => (feedSeq += 1)
  const findTicket = (id: number) => data.tickets.find((ticket) => ticket.id === id)

  const saveTicket = (id: number, change: Partial<TicketView>, touched = true): TicketView | null => {
    const before = findTicket(id)
    if (!before) return null
    const after = {
      ...before,
      ...change,
      version: before.version + 1,
      ...(touched && { updatedAt: nextAt() }),
    }
    data.tickets = data.tickets.map((ticket) => (ticket.id === id ? after : ticket))
    return after
  }
  const announce = (ticket: TicketView | null) => {
    if (ticket) emit({ seq: nextSeq(), channel: 'ticket', payload: { action: 'update', ticket } })
  }

  const append = (ticketId: number, own: Partial<MessageView>): MessageView => {
    const seq =
      1 +
      Math.max(
        0,
        ...data.messages.filter((message) => message.ticketId === ticketId).map((message) => message.seq),
      )
    const message = buildMessage({ ticketId, seq, createdAt: nextAt(), ...own })
    data.messages = [...data.messages, message]
    const before = findTicket(ticketId)
    const ticket = saveTicket(ticketId, {
      lastMessage: message.body,
      lastMessageKind: message.mediaType,
      lastMessageFromMe: message.fromMe,
      lastMessageAck: message.ack,
      lastMessageAt: message.createdAt,
      unreadMessages: message.fromMe ? 0 : (before?.unreadMessages ?? 0) + 1,
    })
    if (ticket)
      emit({
        seq: nextSeq(),
        channel: 'appMessage',
        payload: { action: 'create', message, ticket, contact: ticket.contact },
      })
    return message
  }

  const changeMessage = (id: string | undefined, change: Partial<MessageView>) => {
    data.messages = data.messages.map((message) =>
      message.id === id ? { ...message, ...change, updatedAt: nextAt() } : message,
    )
    const message = data.messages.find((other) => other.id === id)
    if (message) emit({ seq: nextSeq(), channel: 'appMessage', payload: { action: 'update', message } })
    return message ?? { status: 404, body: { error: 'ERR_NO_MESSAGE_FOUND' } }
  }
  const listTickets = (query: URLSearchParams): TicketView[] => {
    const { me } = data
    const admin = me.profile === 'admin'
    const queueIds = query.get('queueIds')
    const tagIds = parseIds(query.get('tags'))
    const userIds = parseIds(query.get('users'))
    const words = (query.get('searchParam') ?? '').toLowerCase()
    const sees = (ticket: TicketView) =>
      admin ||
      ticket.userId === me.id ||
      (ticket.queueId === null
        ? me.allTicket === 'enabled' && ticket.status === 'pending'
        : me.queues.some(({ id }) => id === ticket.queueId))
    const isFor = (ticket: TicketView) =>
      (admin && query.get('showAll') === 'true') ||
      query.get('contactId') !== null ||
      ticket.status === 'pending' ||
      ticket.userId === me.id
    return data.tickets
      .filter(
        (ticket) =>
          sees(ticket) &&
          isFor(ticket) &&
          (!query.get('status') || ticket.status === query.get('status')) &&
          (!query.get('contactId') || ticket.contactId === Number(query.get('contactId'))) &&
          (queueIds === null || (ticket.queueId !== null && parseIds(queueIds).includes(ticket.queueId))) &&
          tagIds.every((id) => ticket.tags.some((tag) => tag.id === id)) &&
          (userIds.length === 0 || (ticket.userId !== null && userIds.includes(ticket.userId))) &&
          (!query.get('bot') || (query.get('bot') === 'with') === isWithBot(ticket)) &&
          (query.get('withUnreadMessages') !== 'true' || ticket.unreadMessages > 0) &&
          (words === '' ||
            ticket.contact.name.toLowerCase().includes(words) ||
            data.messages.some(
              ({ ticketId, body }) => ticketId === ticket.id && body.toLowerCase().includes(words),
            )),
      )
      .sort((left, right) =>
        query.get('order') === 'longest-wait'
          ? (left.pendingAt ?? '').localeCompare(right.pendingAt ?? '') || left.id - right.id
          : right.updatedAt.localeCompare(left.updatedAt) || right.id - left.id,
      )
  }

  const head = () => feedSeq
  return {
    data,
    emit,
    nextAt,
    nextSeq,
    head,
    findTicket,
    saveTicket,
    announce,
    append,
    changeMessage,
    listTickets,
  }
}

export type DeskState = ReturnType<typeof createDeskState>
