import { z } from 'zod'

import { readAnswer } from './api'
import type { components } from './gen/api'
import { DATA_NOTICE } from './quote'
import { defineTool, idInput, READS } from './tool'

type Ticket = components['schemas']['TicketView']
type Message = components['schemas']['MessageView']

const pageInput = z.number().int().positive().optional().describe('The page, from 1.')
const idsInput = (what: string) =>
  z.array(z.number().int().positive()).min(1).max(200).optional().describe(what)

/** What a reader needs of a ticket. */
export const describeTicket = (ticket: Ticket) => ({
  ticketId: ticket.id,
  status: ticket.status,
  contact: { contactId: ticket.contact.id, name: ticket.contact.name, number: ticket.contact.number },
  isGroup: ticket.isGroup,
  agent: ticket.user && { userId: ticket.user.id, name: ticket.user.name },
  queue: ticket.queue && { queueId: ticket.queue.id, name: ticket.queue.name },
  tags: ticket.tags.map(({ id, name }) => ({ tagId: id, name })),
  lastMessage: { text: ticket.lastMessage, kind: ticket.lastMessageKind, isFromUs: ticket.lastMessageFromMe },
  lastMessageAt: ticket.lastMessageAt,
  unreadMessages: ticket.unreadMessages,
  waitingSince: ticket.pendingAt,
})

/* Only in a group the customer who wrote has a name of their own. The phone of the connection and the desk itself write, too. */
function describeAuthor({ fromMe, userId, senderName }: Message, contactName: string) {
  if (!fromMe) return { who: 'customer', name: senderName || contactName }
  return userId === null ? { who: 'company', name: senderName } : { who: 'agent', name: senderName }
}

const describeMessage = (message: Message, contactName: string) => ({
  seq: message.seq,
  at: message.createdAt,
  ...describeAuthor(message, contactName),
  kind: message.mediaType,
  text: message.isDeleted ? null : message.body,
  isDeleted: message.isDeleted,
  file: message.media && { name: message.media.name, mimeType: message.media.mimeType },
  transcript: message.transcript,
  inReplyTo: message.quotedMsg && { name: message.quotedMsg.senderName, text: message.quotedMsg.body },
  failure: message.failure,
})

const findTickets = defineTool({
  name: 'find_tickets',
  title: 'Find tickets',
  description: `Tickets that the key may see, last updated first, 40 a page; a ticket is one case of one contact. ${DATA_NOTICE}`,
  scopes: ['tickets:read'],
  annotations: READS,
  input: {
    search: z.string().min(1).max(100).optional().describe('Words of the name, number or messages.'),
    status: z.enum(['pending', 'open', 'closed']).optional().describe('pending: waits for an agent.'),
    contactId: idInput('Only of this contact.').optional(),
    userIds: idsInput('Only of one of these agents.'),
    queueIds: idsInput('Of the tickets in a queue only those in one of these.'),
    tagIds: idsInput('Only those with all of these tags.'),
    page: pageInput,
  },
  run: async (api, { search, status, contactId, userIds, queueIds, tagIds, page }) => {
    const query = {
      searchParam: search,
      status,
      contactId,
      users: userIds,
      queueIds,
      tags: tagIds,
      pageNumber: page,
      showAll: true,
    }
    const { tickets, count, hasMore } = await readAnswer(api.GET('/tickets', { params: { query } }))
    return { tickets: tickets.map(describeTicket), count, hasMore }
  },
})

const findContacts = defineTool({
  name: 'find_contacts',
  title: 'Find contacts',
  description: `Contacts of the company by name, 30 a page. ${DATA_NOTICE}`,
  scopes: ['contacts:read'],
  annotations: READS,
  input: {
    search: z.string().min(1).max(100).optional().describe('A part of the name or number.'),
    page: pageInput,
  },
  run: async (api, { search, page }) => {
    const query = { searchParam: search, pageNumber: page }
    const { contacts, count, hasMore } = await readAnswer(api.GET('/contacts', { params: { query } }))
    const found = contacts.map(({ id, name, number, email, isGroup, extraInfo }) => ({
      contactId: id,
      name,
      number,
      email,
      isGroup,
      extraInfo: extraInfo.map((info) => ({ name: info.name, value: info.value })),
    }))
    return { contacts: found, count, hasMore }
  },
})

const readConversation = defineTool({
  name: 'read_conversation',
  title: 'Read a conversation',
  description: `A page of a ticket's messages, the newest 20 unless \`before\` is given, oldest first: who wrote what and when, and the kind of each. The ticket is not marked as read. ${DATA_NOTICE}`,
  scopes: ['messages:read'],
  annotations: READS,
  input: {
    ticketId: idInput('The ticket.'),
    before: idInput('Messages before this `seq`: the lowest that you have, to go back.').optional(),
  },
  run: async (api, { ticketId, before }) => {
    const params = { path: { id: ticketId }, query: { before, markAsRead: false } }
    const page = await readAnswer(api.GET('/messages/{id}', { params }))
    return {
      ticket: describeTicket(page.ticket),
      messages: page.messages.map((message) => describeMessage(message, page.ticket.contact.name)),
      hasMore: page.hasMore,
      hasEarlierTickets: page.hasEarlier,
    }
  },
})

const listTags = defineTool({
  name: 'list_tags',
  title: 'List tags',
  description: `All tags of the company by name. ${DATA_NOTICE}`,
  scopes: ['tags:read'],
  annotations: READS,
  input: {},
  run: async (api) => {
    const tags = await readAnswer(api.GET('/tags/list'))
    return tags.map(({ id, name }) => ({ tagId: id, name }))
  },
})

const listQueues = defineTool({
  name: 'list_queues',
  title: 'List queues',
  description: `All queues of the company: the departments that tickets wait in. ${DATA_NOTICE}`,
  scopes: ['queues:read'],
  annotations: READS,
  input: {},
  run: async (api) => {
    const queues = await readAnswer(api.GET('/queue'))
    return queues.map(({ id, name }) => ({ queueId: id, name }))
  },
})

const listAgents = defineTool({
  name: 'list_agents',
  title: 'List agents',
  description: `All users of the company with their queues. ${DATA_NOTICE}`,
  scopes: ['users:read'],
  annotations: READS,
  input: {},
  run: async (api) => {
    const users = await readAnswer(api.GET('/users/list'))
    return users.map(({ id, name, queues }) => ({
      userId: id,
      name,
      queueIds: queues.map((queue) => queue.id),
    }))
  },
})

export const readTools = [findTickets, findContacts, readConversation, listTags, listQueues, listAgents]
