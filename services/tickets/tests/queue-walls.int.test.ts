import { OutboundLane, type TicketsServiceServer } from '@balcao/contracts/wire'
import { AppError, type Session } from '@balcao/kernel'
import { listRoutes } from '@balcao/platform'

import { openTicketForContact } from '../src/features/rpc/open-for-contact'
import { sendToContact } from '../src/features/messages'
import {
  COMPANY,
  connection,
  contactRow,
  callsTo,
  codeOf,
  person,
  queue,
  received,
  rig,
  deliver,
  ticket,
  type Answer,
  type Call,
  type Rig,
} from './support'
import { INBOUND_GROUP } from '../src/features/inbound/receive-message'

/*
 * Every way into a ticket, tried by an agent of another queue. The rows are compared with the routes that the service
 * mounts and with the methods of its gRPC service: a new one without a row fails.
 */

let desk: Rig
let call: Call
let vendas: number
let suporte: number
let ana: Session
let bruno: Session
let admin: Session

/** Bruno's conversation in Suporte, which Ana, who works in Vendas, may not reach. */
interface Wall {
  ticketId: number
  uuid: string
  contactId: number
  customerMessage: string
  ownMessage: string
  noteId: number
  /** A contact whose closed ticket, taken up again within two hours, is in Suporte. */
  closed: { ticketId: number; contactId: number }
  /** Ana's own open ticket with a contact whose earlier ticket is in Suporte. */
  own: { ticketId: number; quotable: string; message: string }
  tagId: number
}
let wall: Wall

type Attempt = (as: Session) => Promise<Answer>

interface Row {
  attempt: Attempt
  /** ERR_NO_PERMISSION unless given. */
  code?: string
  /** What an agent of the queue gets; these run last, because some end the conversation. */
  allowedTo?: () => Session
  /** What they are told then, where the ticket here cannot have it. */
  answers?: string
}

const rows = async (sql: string, values: unknown[] = []) => desk.pg.sql<Record<string, unknown>>(sql, values)

/* The gRPC methods as their callers meet them: the error's code, else what was answered. */
async function asAnswer(work: Promise<unknown>): Promise<Answer> {
  try {
    const body = (await work) as Record<string, unknown>
    return { status: 200, text: JSON.stringify(body), body }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { status: 403, text: error.code, body: { error: error.code } }
  }
}

let keys = 0
const sendRequest = (contactId: number, as: Session, closeTicket = false) => ({
  companyId: COMPANY,
  clientKey: `schedule:${(keys += 1)}:x`,
  connectionId: 0,
  contactId,
  number: '',
  body: 'lembrete',
  medias: [],
  lane: OutboundLane.OUTBOUND_LANE_CAMPAIGN,
  userId: as.userId,
  queueId: undefined,
  closeTicket,
  senderName: '',
})
const send = (contactId: number, as: Session, closeTicket = false) =>
  asAnswer(sendToContact(desk.deps, COMPANY, sendRequest(contactId, as, closeTicket)))
const open = (contactId: number, as: Session) =>
  asAnswer(
    openTicketForContact(desk.deps, {
      companyId: COMPANY,
      connectionId: 0,
      contactId,
      queueId: undefined,
      userId: as.userId,
    }),
  )

const upload = (): FormData => {
  const form = new FormData()
  form.append('body', '')
  form.append('medias', new Blob(['x'], { type: 'text/plain' }), 'a.txt')
  return form
}

/** Refused with 403, and nothing changes. */
const refused: Record<string, Row> = {
  'GET /tickets/:ticketId': { attempt: (as) => call(as, 'GET', `/tickets/${wall.ticketId}`) },
  'GET /tickets/u/:uuid': { attempt: (as) => call(as, 'GET', `/tickets/u/${wall.uuid}`) },
  'PUT /tickets/:ticketId (accept)': {
    attempt: (as) => call(as, 'PUT', `/tickets/${wall.ticketId}`, { status: 'open', userId: as.userId }),
    allowedTo: () => bruno,
  },
  'PUT /tickets/:ticketId (transfer to the own queue)': {
    attempt: (as) => call(as, 'PUT', `/tickets/${wall.ticketId}`, { queueId: vendas, userId: as.userId }),
    allowedTo: () => admin,
  },
  'PUT /tickets/:ticketId (resolve)': {
    attempt: (as) => call(as, 'PUT', `/tickets/${wall.ticketId}`, { status: 'closed' }),
    allowedTo: () => admin,
  },
  'PUT /tickets/:ticketId (reopen)': {
    attempt: (as) => call(as, 'PUT', `/tickets/${wall.closed.ticketId}`, { status: 'open' }),
  },
  'GET /tickets/:ticketId/log': { attempt: (as) => call(as, 'GET', `/tickets/${wall.ticketId}/log`) },
  'POST /tickets/:ticketId/read': { attempt: (as) => call(as, 'POST', `/tickets/${wall.ticketId}/read`) },
  'DELETE /tickets/:ticketId': {
    attempt: (as) => call(as, 'DELETE', `/tickets/${wall.ticketId}`),
    allowedTo: () => admin,
  },
  'GET /messages/:ticketId': { attempt: (as) => call(as, 'GET', `/messages/${wall.ticketId}`) },
  'GET /messages/:ticketId/earlier': {
    attempt: (as) => call(as, 'GET', `/messages/${wall.ticketId}/earlier`),
  },
  'GET /messages/:ticketId/search': {
    attempt: (as) => call(as, 'GET', `/messages/${wall.ticketId}/search?searchParam=oi`),
  },
  'POST /messages/:ticketId': {
    attempt: (as) => call(as, 'POST', `/messages/${wall.ticketId}`, { body: 'oi' }),
  },
  'POST /messages/:ticketId (media)': {
    attempt: (as) => call(as, 'POST', `/messages/${wall.ticketId}`, upload()),
  },
  'POST /messages/:ticketId (quote of it in an own ticket)': {
    attempt: (as) =>
      call(as, 'POST', `/messages/${wall.own.ticketId}`, { body: 'oi', quotedMsgId: wall.own.quotable }),
    allowedTo: () => admin,
  },
  'POST /messages/forward': {
    attempt: (as) =>
      call(as, 'POST', '/messages/forward', {
        messageIds: [wall.customerMessage],
        ticketIds: [wall.own.ticketId],
      }),
    allowedTo: () => admin,
  },
  'POST /messages/forward (into the ticket)': {
    attempt: (as) =>
      call(as, 'POST', '/messages/forward', {
        messageIds: [wall.own.message],
        ticketIds: [wall.ticketId],
      }),
    allowedTo: () => admin,
  },
  'POST /messages/forward (to the contact)': {
    attempt: (as) =>
      call(as, 'POST', '/messages/forward', {
        messageIds: [wall.own.message],
        contactIds: [wall.contactId],
      }),
    allowedTo: () => admin,
  },
  'POST /messages/:ticketId/ask-number': {
    attempt: (as) => call(as, 'POST', `/messages/${wall.ticketId}/ask-number`),
    answers: 'ERR_WAPP_NOT_OFFERED',
  },
  'POST /messages/:ticketId/typing': {
    attempt: (as) => call(as, 'POST', `/messages/${wall.ticketId}/typing`, { isTyping: true }),
  },
  'PUT /messages/:messageId': {
    attempt: (as) => call(as, 'PUT', `/messages/${wall.ownMessage}`, { body: 'outro texto' }),
  },
  'POST /messages/:messageId/reactions': {
    attempt: (as) => call(as, 'POST', `/messages/${wall.customerMessage}/reactions`, { emoji: '👍' }),
  },
  'POST /messages/edit/:messageId': {
    attempt: (as) => call(as, 'POST', `/messages/edit/${wall.ownMessage}`, { body: 'outro texto' }),
  },
  'POST /messages/react/:messageId': {
    attempt: (as) => call(as, 'POST', `/messages/react/${wall.customerMessage}`, { type: '👍' }),
  },
  'DELETE /messages/:messageId': { attempt: (as) => call(as, 'DELETE', `/messages/${wall.ownMessage}`) },
  'POST /tags/sync': {
    attempt: (as) => call(as, 'POST', '/tags/sync', { ticketId: wall.ticketId, tags: [{ id: wall.tagId }] }),
  },
  'PUT /ticket-tags/:ticketId/:tagId': {
    attempt: (as) => call(as, 'PUT', `/ticket-tags/${wall.ticketId}/${wall.tagId}`),
  },
  'DELETE /ticket-tags/:ticketId': {
    attempt: (as) => call(as, 'DELETE', `/ticket-tags/${wall.ticketId}`),
  },
  'GET /ticket-notes/list': {
    attempt: (as) =>
      call(as, 'GET', `/ticket-notes/list?ticketId=${wall.ticketId}&contactId=${wall.contactId}`),
  },
  'POST /ticket-notes': {
    attempt: (as) =>
      call(as, 'POST', '/ticket-notes', {
        ticketId: wall.ticketId,
        contactId: wall.contactId,
        note: 'anotado',
      }),
  },
  'DELETE /ticket-notes/:noteId': { attempt: (as) => call(as, 'DELETE', `/ticket-notes/${wall.noteId}`) },
  'rpc sendToContact': { attempt: (as) => send(wall.contactId, as) },
  'rpc openTicketForContact': { attempt: (as) => open(wall.contactId, as) },
  'PUT /contacts/:contactId': {
    attempt: (as) => call(as, 'PUT', `/contacts/${wall.contactId}`, { number: '5511955550199' }),
    code: 'ERR_CONTACT_SERVED_ELSEWHERE',
  },
  'POST /tickets (in a queue of others)': {
    attempt: (as) => call(as, 'POST', '/tickets', { contactId: wall.closed.contactId, queueId: suporte }),
    allowedTo: () => bruno,
  },
}

/** These open another ticket; the closed one in the other queue is not changed. */
const opensBeside: Record<string, Attempt> = {
  'POST /tickets': (as) =>
    call(as, 'POST', '/tickets', { contactId: wall.closed.contactId, queueId: vendas }),
  'rpc sendToContact (a closed ticket)': (as) => send(wall.closed.contactId, as),
  'rpc sendToContact (a closed ticket, closing)': (as) => send(wall.closed.contactId, as, true),
  'rpc openTicketForContact (a closed ticket)': (as) => open(wall.closed.contactId, as),
}

/** Answered without it. */
const leftOut: Record<string, Attempt> = {
  'GET /tickets': (as) => call(as, 'GET', '/tickets?status=open'),
  'GET /tickets (of one contact)': (as) => call(as, 'GET', `/tickets?contactId=${wall.contactId}`),
  'GET /ticket/kanban': (as) => call(as, 'GET', '/ticket/kanban'),
  'rpc canViewTicket': (as) => {
    type Unary = (
      call: { request: unknown; getDeadline(): number; metadata: unknown },
      callback: (error: unknown, response?: Record<string, unknown>) => void,
    ) => void
    const method: keyof TicketsServiceServer = 'canViewTicket'
    const handle = desk.service.rpc[0]?.implementation[method] as unknown as Unary
    const request = { companyId: COMPANY, userId: as.userId, ticketId: wall.ticketId }
    const metadata = { get: () => [], getMap: () => ({}) }
    return new Promise((resolve, reject) =>
      handle({ request, getDeadline: () => Date.now() + 60_000, metadata }, (error, response) => {
        if (error) reject(new Error(JSON.stringify(error)))
        // In the words of a list: what is allowed is there.
        else resolve({ status: 200, text: response?.['allowed'] ? wall.uuid : '', body: {} })
      }),
    )
  },
}

/** Ways that lead into no ticket. */
const elsewhere: Record<string, string> = {
  'GET /contacts': 'contacts are the whole company’s',
  'GET /contacts/list': 'contacts are the whole company’s',
  'GET /contacts/:contactId': 'contacts are the whole company’s',
  'POST /contacts': 'makes no ticket',
  'POST /contacts/import': 'makes no ticket',
  'POST /contacts/upload': 'makes no ticket',
  'GET /contacts/export': 'contacts are the whole company’s',
  'GET /contacts/exports': 'for administrators: who exported them',
  'POST /contacts/imports': 'makes no ticket',
  'POST /contacts/imports/preview': 'reads a sheet, and nothing of a ticket',
  'GET /contacts/imports': 'contacts are the whole company’s',
  'GET /contacts/imports/:importId': 'contacts are the whole company’s',
  'GET /contacts/imports/:importId/faults': 'contacts are the whole company’s',
  'POST /contacts/:contactId/merge': 'administrators only',
  'GET /contacts/:contactId/merges': 'administrators only',
  'POST /contacts/:contactId/unmerge': 'administrators only',
  'DELETE /contacts/:contactId': 'administrators only',
  'GET /queue': 'names of queues are the whole company’s',
  'GET /queue/:queueId': 'names of queues are the whole company’s',
  'POST /queue': 'administrators only',
  'PUT /queue/:queueId': 'administrators only',
  'DELETE /queue/:queueId': 'administrators only',
  'POST /queue/:queueId/media-upload': 'administrators only',
  'DELETE /queue/:queueId/media-upload': 'administrators only',
  'GET /queue-options': 'administrators only',
  'POST /queue-options': 'administrators only',
  'PUT /queue-options/:queueOptionId': 'administrators only',
  'DELETE /queue-options/:queueOptionId': 'administrators only',
  'POST /queue-options/:queueOptionId/media-upload': 'administrators only',
  'DELETE /queue-options/:queueOptionId/media-upload': 'administrators only',
  'GET /tags': 'tags are the whole company’s',
  'GET /tags/list': 'tags are the whole company’s',
  'POST /tags': 'puts it on no ticket',
  'GET /tags/kanban': 'tags are the whole company’s',
  'GET /tags/:tagId': 'tags are the whole company’s',
  'PUT /tags/:tagId': 'tags are the whole company’s',
  'DELETE /tags/:tagId': 'tags are the whole company’s',
  'GET /dashboard': 'an administrator’s sums of the company',
  'GET /dashboard/ticketsUsers': 'an administrator’s sums of the company',
  'GET /dashboard/ticketsDay': 'an administrator’s sums of the company',
  'GET /dashboard/trends': 'an administrator’s sums of the company',
  'GET /dashboard/message-costs': 'an administrator’s sums of the company',
  'GET /dashboard/message-budget': 'an administrator’s sums of the company',
  'GET /message-prices': 'the company’s list, for administrators',
  'PUT /message-prices': 'the company’s list, for administrators',
  'GET /retention': 'the company’s rules, for administrators',
  'GET /retention/preview': 'an administrator’s sums of the company',
  'PUT /retention': 'the company’s rules, for administrators',
  'GET /quick-messages': 'quick messages are one’s own or the company’s',
  'GET /quick-messages/list': 'quick messages are one’s own or the company’s',
  'GET /quick-messages/:quickMessageId': 'quick messages are one’s own or the company’s',
  'POST /quick-messages': 'quick messages are one’s own or the company’s',
  'PUT /quick-messages/:quickMessageId': 'quick messages are one’s own or the company’s',
  'DELETE /quick-messages/:quickMessageId': 'quick messages are one’s own or the company’s',
  'POST /quick-messages/:quickMessageId/media-upload': 'quick messages are one’s own or the company’s',
  'DELETE /quick-messages/:quickMessageId/media-upload': 'quick messages are one’s own or the company’s',
  'GET /chats': 'internal chats are their members’',
  'GET /chats/u/:uuid': 'internal chats are their members’',
  'GET /chats/:chatId': 'internal chats are their members’',
  'POST /chats': 'internal chats are their members’',
  'PUT /chats/:chatId': 'internal chats are their members’',
  'DELETE /chats/:chatId': 'internal chats are their members’',
  'GET /chats/:chatId/messages': 'internal chats are their members’',
  'POST /chats/:chatId/messages': 'internal chats are their members’',
  'POST /chats/:chatId/read': 'internal chats are their members’',
  'GET /queueIntegration': 'integrations and prompts are for administrators',
  'GET /queueIntegration/:integrationId': 'integrations and prompts are for administrators',
  'POST /queueIntegration': 'integrations and prompts are for administrators',
  'POST /queueIntegration/testSession': 'integrations and prompts are for administrators',
  'PUT /queueIntegration/:integrationId': 'integrations and prompts are for administrators',
  'DELETE /queueIntegration/:integrationId': 'integrations and prompts are for administrators',
  'GET /dead-turns/prompts': 'messages without answer are for administrators',
  'POST /dead-turns/prompts/replay': 'messages without answer are for administrators',
  'GET /dead-turns/integrations': 'messages without answer are for administrators',
  'POST /dead-turns/integrations/replay': 'messages without answer are for administrators',
  'GET /prompt': 'integrations and prompts are for administrators',
  'GET /prompt/:promptId': 'integrations and prompts are for administrators',
  'POST /prompt': 'integrations and prompts are for administrators',
  'PUT /prompt/:promptId': 'integrations and prompts are for administrators',
  'DELETE /prompt/:promptId': 'integrations and prompts are for administrators',
  'rpc listTaggedContacts': 'contacts are the whole company’s',
  'rpc getSentMedia': 'keys of files, for the service that stored them',
  'rpc getContacts': 'contacts are the whole company’s',
  'rpc getQueues': 'names of queues are the whole company’s',
  'rpc hasPrompt': 'prompts are the whole company’s',
  'rpc hasTag': 'tags are the whole company’s',
  'rpc countUnclosed': 'a count for administrators who move a number',
  'rpc isBudgetSpent': 'the company’s budget',
}

async function inbound(
  number: string,
  body: string,
): Promise<{ ticketId: number; contactId: number; id: string }> {
  await deliver(desk, INBOUND_GROUP, received(desk, { number, body, waId: `C${body}` }))
  const [row] = await rows(
    `SELECT m.id, m.ticket_id, t.contact_id FROM tickets.messages m JOIN tickets.tickets t ON t.id = m.ticket_id WHERE m.wa_id = $1`,
    [`C${body}`],
  )
  return {
    ticketId: Number(row?.['ticket_id']),
    contactId: Number(row?.['contact_id']),
    id: String(row?.['id']),
  }
}

const place = (id: number, status: string, userId: number, queueId: number) =>
  rows(
    `UPDATE tickets.tickets SET status = $2, user_id = $3, queue_id = $4, closed_at = CASE $2 WHEN 'closed' THEN updated_at END WHERE id = $1`,
    [id, status, userId, queueId],
  )

async function build(): Promise<Wall> {
  await desk.pg.empty(
    'tickets.contacts',
    'tickets.tags',
    'tickets.message_documents',
    'tickets.inbox',
    'tickets.outbox',
    'tickets.contact_sends',
  )
  const talk = await inbound('5511955550101', 'behind the wall')
  await place(talk.ticketId, 'open', bruno.userId, suporte)
  const sent = await call(bruno, 'POST', `/messages/${talk.ticketId}`, { body: 'do Bruno' })
  const note = await call(bruno, 'POST', '/ticket-notes', {
    ticketId: talk.ticketId,
    contactId: talk.contactId,
    note: 'do Bruno',
  })
  const tag = await call(bruno, 'POST', '/tags', { name: 'Urgente' })
  const closedContact = await contactRow(desk, 'Atendida')
  const closed = await ticket(desk, {
    contactId: closedContact,
    status: 'closed',
    userId: bruno.userId,
    queueId: suporte,
  })
  const earlier = await inbound('5511955550102', 'earlier')
  await place(earlier.ticketId, 'closed', bruno.userId, suporte)
  const own = await ticket(desk, {
    contactId: earlier.contactId,
    status: 'open',
    userId: ana.userId,
    queueId: vendas,
  })
  const anas = await call(ana, 'POST', `/messages/${own}`, { body: 'da Ana' })
  const [{ uuid } = { uuid: '' }] = await rows('SELECT uuid FROM tickets.tickets WHERE id = $1', [
    talk.ticketId,
  ])
  const [message] = sent.body['messages'] as { id: string }[]
  return {
    ticketId: talk.ticketId,
    uuid: String(uuid),
    contactId: talk.contactId,
    customerMessage: talk.id,
    ownMessage: message?.id ?? '',
    noteId: Number(note.body['id']),
    closed: { ticketId: closed, contactId: closedContact },
    own: {
      ticketId: own,
      quotable: earlier.id,
      message: (anas.body['messages'] as { id: string }[])[0]?.id ?? '',
    },
    tagId: Number(tag.body['id']),
  }
}

beforeAll(async () => {
  desk = await rig()
  call = await callsTo(desk)
  desk.settings['sendTyping'] = 'enabled'
  vendas = await queue(desk, 'Vendas')
  suporte = await queue(desk, 'Suporte')
  ana = await person(desk, { id: 2, name: 'Ana', queueIds: [vendas] })
  bruno = await person(desk, { id: 3, name: 'Bruno', queueIds: [suporte] })
  admin = await person(desk, { id: 4, name: 'Admin', profile: 'admin' })
  await connection(desk, 1, { isDefault: true })
})

beforeEach(async () => {
  wall = await build()
})

const TABLES = [
  'tickets',
  'messages',
  'ticket_notes',
  'ticket_tags',
  'outbox',
  'message_requests',
  'contacts',
  'contact_identities',
] as const

/** Everything that an attempt could have changed, as text. */
const everything = async (): Promise<string> => {
  const tables: unknown[] = []
  for (const table of TABLES)
    tables.push(await rows(`SELECT * FROM tickets.${table} x ORDER BY x::text COLLATE "C"`))
  return JSON.stringify(tables)
}

const withoutRemark = (name: string): string => name.replace(/ \(.*$/, '')

it('every route and every gRPC method has its row', () => {
  const routes = desk.service.http ? listRoutes(desk.service.http) : []
  const methods = desk.service.rpc.flatMap(({ implementation }) =>
    Object.keys(implementation).map((name) => `rpc ${name}`),
  )
  const listed = [refused, opensBeside, leftOut, elsewhere].flatMap((table) => Object.keys(table))
  expect([...new Set(listed.map(withoutRemark))].sort()).toEqual([...routes, ...methods].sort())
})

describe('an agent of another queue', () => {
  it.each(Object.entries(refused))('%s: is refused and changes nothing', async (_name, { attempt, code }) => {
    const before = await everything()
    expect(codeOf(await attempt(ana))).toEqual([403, code ?? 'ERR_NO_PERMISSION'])
    expect(await everything()).toBe(before)
  })

  it.each(Object.entries(opensBeside))(
    '%s: gets a new ticket, and the closed one stays',
    async (_name, attempt) => {
      const closedRow = () => rows('SELECT * FROM tickets.tickets WHERE id = $1', [wall.closed.ticketId])
      const before = await closedRow()
      expect((await attempt(ana)).status).toBe(200)
      expect(await closedRow()).toEqual(before)
      const beside = await rows('SELECT user_id FROM tickets.tickets WHERE contact_id = $1 AND id <> $2', [
        wall.closed.contactId,
        wall.closed.ticketId,
      ])
      expect(beside).toEqual([{ user_id: ana.userId }])
      expect(
        await rows('SELECT * FROM tickets.messages WHERE ticket_id = $1', [wall.closed.ticketId]),
      ).toEqual([])
    },
  )

  it.each(Object.entries(leftOut))('%s: does not see it', async (_name, attempt) => {
    const answer = await attempt(ana)
    expect(answer.status).toBe(200)
    expect(answer.text).not.toContain(wall.uuid)
  })
})

describe('an agent of the queue', () => {
  it.each(Object.entries(refused))('%s: is let through', async (_name, { attempt, allowedTo, answers }) => {
    const answer = await attempt(allowedTo ? allowedTo() : bruno)
    expect(answer.body['error']).toBe(answers)
    if (answers === undefined) expect(answer.status).toBeLessThan(300)
  })

  it.each(Object.entries(opensBeside))('%s: takes the closed ticket up', async (_name, attempt) => {
    expect((await attempt(admin)).status).toBe(200)
    const all = await rows('SELECT id FROM tickets.tickets WHERE contact_id = $1', [wall.closed.contactId])
    expect(all).toEqual([{ id: wall.closed.ticketId }])
  })

  it.each(Object.entries(leftOut))('%s: sees it', async (_name, attempt) => {
    expect((await attempt(bruno)).text).toContain(wall.uuid)
  })
})
