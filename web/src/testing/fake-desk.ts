import type {
  ContactView,
  FeedItem,
  MessageView,
  QueueView,
  SessionUserView,
  TagView,
  TicketNoteView,
  TicketView,
  ScheduleView,
} from '@balcao/contracts'

import { buildTicket as buildPlainTicket } from './builders'

/* An in-memory server for tests: the routes of the ticket screen over plain arrays, with the server's rules. */

const COMPANY = 1
const PAGE = 40
const MESSAGES_PAGE = 20

export const queues: QueueView[] = [
  ['Suporte', '#00796B'],
  ['Vendas', '#1565C0'],
  ['Financeiro', '#6A1B9A'],
].map(([name = '', color = ''], index) => ({
  id: index + 1,
  name,
  color,
  greetingMessage: '',
  outOfHoursMessage: '',
  orderQueue: index,
  schedules: [],
  promptId: null,
  integrationId: null,
  companyId: COMPANY,
}))

export const tags: TagView[] = [
  { id: 1, name: 'VIP', color: '#AD1457', kanban: 0, userId: null },
  { id: 2, name: 'Troca', color: '#1565C0', kanban: 0, userId: null },
  { id: 3, name: 'Retorno', color: '#EF6C00', kanban: 0, userId: null },
]

export const buildMe = (own: Partial<SessionUserView> = {}): SessionUserView => ({
  id: 1,
  name: 'Marina',
  email: 'marina@aurora.test',
  profile: 'admin',
  super: false,
  companyId: COMPANY,
  company: {
    id: COMPANY,
    name: 'Loja Aurora',
    dueDate: '2026-12-18T00:00:00.000Z',
    trialExpiration: null,
    schedules: [],
    settings: [],
  },
  queues: queues.map(({ id, name, color }) => ({ id, name, color })),
  allTicket: 'enabled',
  whatsappId: null,
  ...own,
})

export const buildContact = (own: Partial<ContactView> = {}): ContactView => ({
  id: 1,
  name: 'Helena Castro',
  number: '5511987654321',
  email: '',
  uuid: '0b0e7a4e-0000-4000-8000-000000000005',
  profilePicUrl: null,
  urlPicture: null,
  whatsapp: null,
  isGroup: false,
  companyId: COMPANY,
  extraInfo: [],
  createdAt: '2023-05-02T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
  ...own,
})

const buildUuid = (id: number): string => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`

export const buildTicket = (own: Partial<TicketView> = {}): TicketView => {
  const id = own.id ?? 1
  const contact = own.contact ?? buildContact({ id })
  const at = own.updatedAt ?? '2026-11-20T12:00:00.000Z'
  return {
    ...buildPlainTicket(),
    id,
    uuid: buildUuid(id),
    status: 'open',
    companyId: COMPANY,
    userId: own.status === 'pending' ? null : 1,
    user: own.status === 'pending' ? null : { id: 1, name: 'Marina' },
    queueId: 1,
    queue: { id: 1, name: 'Suporte', color: '#00796B' },
    whatsappId: 1,
    whatsapp: { id: 1, name: 'WhatsApp Loja' },
    contactId: contact.id,
    contact,
    lastMessage: 'Oi',
    lastMessageAt: at,
    unreadMessages: 0,
    createdAt: at,
    updatedAt: at,
    closedAt: own.status === 'closed' ? at : null,
    ...own,
  }
}

export const buildMessage = (own: Partial<MessageView> = {}): MessageView => {
  const seq = own.seq ?? 1
  const ticketId = own.ticketId ?? 1
  const at = own.createdAt ?? new Date(Date.UTC(2026, 10, 20, 12, 0, seq)).toISOString()
  return {
    id: `00000000-0000-7000-${String(ticketId).padStart(4, '0')}-${String(seq).padStart(12, '0')}`,
    ticketId,
    contactId: ticketId,
    companyId: COMPANY,
    seq,
    body: `mensagem ${seq}`,
    fromMe: false,
    mediaType: 'chat',
    mediaUrl: null,
    media: null,
    medias: own.media ? [own.media] : [],
    quotedMsg: null,
    ack: own.fromMe ? 1 : 0,
    failure: null,
    read: true,
    isDeleted: false,
    isEdited: false,
    clientId: null,
    senderName: '',
    senderId: null,
    userId: null,
    location: null,
    ad: null,
    mediaState: null,
    marks: [],
    reactions: [],
    createdAt: at,
    updatedAt: at,
    ...own,
  }
}

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

const ids = (value: string | null): number[] => (value ? (JSON.parse(value) as number[]) : [])
const record = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? { ...body } : {}
const notFound: FakeAnswer = { status: 404, body: { error: 'ERR_NO_TICKET_FOUND' } }
const isAnswer = (value: unknown): value is FakeAnswer =>
  typeof value === 'object' &&
  value !== null &&
  'status' in value &&
  'body' in value &&
  typeof value.status === 'number'

/**
 * A stateful stand-in for the server. `emit` hears the feed's events; what is done through `handle` or `inbound`
 * changes the data first, as the server does.
 */
export const createFakeDesk = (data: FakeDeskData, emit: (event: FeedItem) => void = () => undefined) => {
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
  const tell = (ticket: TicketView | null) => {
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
  const listed = (query: URLSearchParams): TicketView[] => {
    const { me } = data
    const admin = me.profile === 'admin'
    const queueIds = query.get('queueIds')
    const tagIds = ids(query.get('tags'))
    const userIds = ids(query.get('users'))
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
          (queueIds === null || (ticket.queueId !== null && ids(queueIds).includes(ticket.queueId))) &&
          tagIds.every((id) => ticket.tags.some((tag) => tag.id === id)) &&
          (userIds.length === 0 || (ticket.userId !== null && userIds.includes(ticket.userId))) &&
          (query.get('withUnreadMessages') !== 'true' || ticket.unreadMessages > 0) &&
          (words === '' ||
            ticket.contact.name.toLowerCase().includes(words) ||
            data.messages.some(
              ({ ticketId, body }) => ticketId === ticket.id && body.toLowerCase().includes(words),
            )),
      )
      .sort((left, right) => right.updatedAt.localeCompare(left.updatedAt) || right.id - left.id)
  }

  const routes: [string, RegExp, Handler][] = [
    ['POST', /^\/auth\/refresh_token$/, () => ({ token: 'fake', user: data.me })],
    [
      'GET',
      /^\/companies\/listPlan\/\d+$/,
      () => ({
        id: COMPANY,
        name: 'Aurora',
        dueDate: null,
        plan: {
          id: 1,
          name: 'Plano',
          useSchedules: true,
          useKanban: true,
          useCampaigns: true,
          useInternalChat: true,
          useExternalApi: true,
          useOpenAi: true,
          useIntegrations: true,
        },
      }),
    ],
    [
      'GET',
      /^\/tickets$/,
      ({ query }) => {
        const all = listed(query)
        const page = Number(query.get('pageNumber') ?? '1')
        const tickets = all.slice((page - 1) * PAGE, page * PAGE)
        return { tickets, count: all.length, hasMore: all.length > page * PAGE }
      },
    ],
    [
      'GET',
      /^\/tickets\/u\/(.+)$/,
      (_request, [uuid]) => data.tickets.find((ticket) => ticket.uuid === uuid) ?? notFound,
    ],
    ['GET', /^\/tickets\/(\d+)$/, (_request, [id]) => findTicket(Number(id)) ?? notFound],
    [
      'POST',
      /^\/tickets$/,
      ({ body }) => {
        const { contactId } = record(body)
        const busy = data.tickets.find(
          (ticket) => ticket.contactId === contactId && ticket.status !== 'closed',
        )
        if (!busy) return notFound
        const { id, uuid, status, userId, user, queueId, queue } = busy
        return {
          status: 409,
          body: {
            error: JSON.stringify({
              code: 'ERR_OTHER_OPEN_TICKET',
              id,
              uuid,
              status,
              userId,
              user,
              queueId,
              queue,
            }),
          },
        }
      },
    ],
    [
      'PUT',
      /^\/tickets\/(\d+)$/,
      ({ body }, [id]) => {
        const { expectedStatus, ...patch } = record(body)
        const ticket = findTicket(Number(id))
        if (!ticket) return notFound
        if (expectedStatus !== undefined && expectedStatus !== ticket.status) {
          const { uuid, status, userId, user, queueId, queue } = ticket
          return {
            status: 409,
            body: {
              error: JSON.stringify({
                code: 'ERR_OTHER_OPEN_TICKET',
                id: ticket.id,
                uuid,
                status,
                userId,
                user,
                queueId,
                queue,
              }),
            },
          }
        }
        const user = patch.userId === data.me.id ? { id: data.me.id, name: data.me.name } : null
        const saved = saveTicket(Number(id), { ...patch, user })
        tell(saved)
        return saved
      },
    ],
    [
      'POST',
      /^\/tickets\/(\d+)\/read$/,
      (_request, [id]) => {
        const saved = saveTicket(Number(id), { unreadMessages: 0 }, false)
        if (saved)
          emit({ seq: nextSeq(), channel: 'ticket', payload: { action: 'updateUnread', ticketId: saved.id } })
        return { status: 204, body: null }
      },
    ],
    [
      'DELETE',
      /^\/tickets\/(\d+)$/,
      (_request, [id]) => {
        data.tickets = data.tickets.filter((ticket) => ticket.id !== Number(id))
        emit({ seq: nextSeq(), channel: 'ticket', payload: { action: 'delete', ticketId: Number(id) } })
        return { message: 'ticket deleted' }
      },
    ],
    [
      'GET',
      /^\/messages\/(\d+)$/,
      ({ query }, [id]) => {
        const before = Number(query.get('before') ?? Infinity)
        const all = data.messages
          .filter((message) => message.ticketId === Number(id) && message.seq < before)
          .sort((left, right) => left.seq - right.seq)
        return {
          messages: all.slice(-MESSAGES_PAGE),
          hasMore: all.length > MESSAGES_PAGE,
          count: all.length,
          ticket: findTicket(Number(id)),
        }
      },
    ],
    [
      'POST',
      /^\/messages\/(\d+)$/,
      ({ body }, [id]) => {
        const { body: text, clientId, quotedMsgId } = record(body)
        const known = data.messages.find((message) => message.clientId === clientId && clientId !== undefined)
        const quoted = data.messages.find((message) => message.id === quotedMsgId)
        const message =
          known ??
          append(Number(id), {
            body: String(text),
            fromMe: true,
            ack: 0,
            clientId: typeof clientId === 'string' ? clientId : null,
            quotedMsg: quoted
              ? {
                  id: quoted.id,
                  body: quoted.body,
                  mediaType: quoted.mediaType,
                  fromMe: quoted.fromMe,
                  senderName: quoted.senderName,
                }
              : null,
          })
        return { messages: [message] }
      },
    ],
    ['DELETE', /^\/messages\/(.+)$/, (_request, [id]) => changeMessage(id, { isDeleted: true })],
    [
      'PUT',
      /^\/messages\/(.+)$/,
      ({ body }, [id]) => changeMessage(id, { body: String(record(body).body), isEdited: true }),
    ],
    [
      'POST',
      /^\/messages\/([^/]+)\/reactions$/,
      ({ body }, [id]) => {
        const emoji = String(record(body).emoji)
        return changeMessage(id, {
          reactions: emoji === '' ? [] : [{ emoji, count: 1, mine: true, names: [] }],
        })
      },
    ],
    ['GET', /^\/queue$/, () => queues],
    ['GET', /^\/tags\/list$/, () => tags],
    ['POST', /^\/tags$/, ({ body }) => ({ id: 99, name: record(body).name, color: '#A4CCCC', kanban: 0 })],
    [
      'POST',
      /^\/tags\/sync$/,
      ({ body }) => {
        const { ticketId, tags: chosen } = record(body)
        const wanted = (chosen as { id: number }[]).map(({ id }) => id)
        const saved = saveTicket(
          Number(ticketId),
          { tags: tags.filter(({ id }) => wanted.includes(id)) },
          false,
        )
        tell(saved)
        return saved
      },
    ],
    [
      'GET',
      /^\/users\/list$/,
      () => [
        { id: 1, name: 'Marina', email: '', queues: [] },
        { id: 2, name: 'Rafael', email: '', queues: [] },
      ],
    ],
    [
      'GET',
      /^\/users$/,
      () => ({ users: [{ id: 2, name: 'Rafael', online: true }], count: 1, hasMore: false }),
    ],
    [
      'GET',
      /^\/whatsapp$/,
      () => [
        { id: 1, name: 'WhatsApp Loja', status: 'CONNECTED', isDefault: true },
        { id: 2, name: 'Matriz', status: 'DISCONNECTED', isDefault: false },
      ],
    ],
    [
      'GET',
      /^\/contacts$/,
      ({ query }) => {
        const words = (query.get('searchParam') ?? '').toLowerCase()
        const contacts = data.tickets
          .map(({ contact }) => contact)
          .filter(({ name }) => name.toLowerCase().includes(words))
        return { contacts, count: contacts.length, hasMore: false }
      },
    ],
    [
      'GET',
      /^\/ticket-notes\/list$/,
      ({ query }) => data.notes.filter(({ ticketId }) => ticketId === Number(query.get('ticketId'))),
    ],
    [
      'POST',
      /^\/ticket-notes$/,
      ({ body }) => {
        const { note, ticketId, contactId } = record(body)
        const saved = {
          id: data.notes.length + 100,
          note: String(note),
          ticketId: Number(ticketId),
          contactId: Number(contactId),
          user: { id: data.me.id, name: data.me.name },
          createdAt: nextAt(),
        }
        data.notes = [saved, ...data.notes]
        return saved
      },
    ],
    [
      'DELETE',
      /^\/ticket-notes\/(\d+)$/,
      (_request, [id]) => {
        data.notes = data.notes.filter((note) => note.id !== Number(id))
        return { message: 'note deleted' }
      },
    ],
    [
      'GET',
      /^\/schedules$/,
      ({ query }) => {
        const schedules = data.schedules.filter(
          ({ contactId }) => contactId === Number(query.get('contactId')),
        )
        return { schedules, count: schedules.length, hasMore: false }
      },
    ],
    ['GET', /^\/sync$/, () => ({ events: [], seq: feedSeq, hasMore: false, reset: false })],
  ]

  return {
    data,
    handle: (request: FakeRequest): FakeAnswer => {
      for (const [method, pattern, handler] of routes) {
        const match = method === request.method ? pattern.exec(request.path) : null
        if (!match) continue
        const answer = handler(request, match.slice(1))
        return isAnswer(answer) ? answer : { status: 200, body: answer }
      }
      return { status: 404, body: { error: 'ERR_NOT_FOUND' } }
    },
    /** A message from the customer. */
    inbound: (ticketId: number, body: string, own: Partial<MessageView> = {}): MessageView =>
      append(ticketId, { body, fromMe: false, ...own }),
    /** A colleague did this. */
    change: (ticketId: number, change: Partial<TicketView>) => tell(saveTicket(ticketId, change)),
    head: () => feedSeq,
  }
}

export type FakeDesk = ReturnType<typeof createFakeDesk>
