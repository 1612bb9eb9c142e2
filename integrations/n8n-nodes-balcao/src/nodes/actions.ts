import { callForList, callForObject } from '../call'
import type { CallContext, Json, NodeProperty } from '../n8n'

/** What an operation is given of the node's form. */
export interface Given {
  number(name: string): number
  text(name: string): string
  flag(name: string): boolean
  ids(name: string): number[]
  idempotencyKey: string | undefined
}

export interface Action {
  resource: 'contact' | 'message' | 'ticket'
  operation: string
  name: string
  description: string
  /** `Send a message`: how n8n lists it. */
  action: string
  /** What the key needs. */
  scopes: readonly string[]
  fields: readonly NodeProperty[]
  run(context: CallContext, given: Given): Promise<Json[]>
}

const number = (displayName: string, name: string, description: string): NodeProperty => ({
  displayName,
  name,
  type: 'number',
  default: 0,
  typeOptions: { minValue: 0 },
  description,
})
const ticketId: NodeProperty = {
  ...number('Ticket ID', 'ticketId', 'The ticket; the trigger has it as ticketId'),
  default: '={{ $json.ticketId }}',
  required: true,
}
const contactId: NodeProperty = { ...number('Contact ID', 'contactId', 'The contact'), required: true }
const text = (description: string): NodeProperty => ({
  displayName: 'Text',
  name: 'text',
  type: 'string',
  typeOptions: { rows: 4 },
  default: '',
  required: true,
  description,
})
const search = (description: string): NodeProperty => ({
  displayName: 'Search',
  name: 'search',
  type: 'string',
  default: '',
  description,
})
const page = number('Page', 'page', 'From 1; 0 is the first, too')
const CHOOSE = 'Choose from the list, or specify IDs using an expression'
const ids = (displayName: string, name: string, loadOptionsMethod: string): NodeProperty => ({
  displayName,
  name,
  type: 'multiOptions',
  default: [],
  typeOptions: { loadOptionsMethod },
  description: CHOOSE,
})
const id = (displayName: string, name: string, loadOptionsMethod: string): NodeProperty => ({
  displayName,
  name,
  type: 'options',
  default: '',
  typeOptions: { loadOptionsMethod },
  description: CHOOSE,
})

const orUndefined = (value: number) => (value > 0 ? value : undefined)
const objects = (value: unknown) => value as Json[]

/** Everything that the node does, in the order of its form. Tests compare names and scopes with the API's document. */
export const actions: readonly Action[] = [
  {
    resource: 'message',
    operation: 'send',
    name: 'Send',
    description: 'Send a text to the customer of an open ticket, over WhatsApp',
    action: 'Send a message',
    scopes: ['messages:write'],
    fields: [ticketId, text('What the customer gets')],
    run: async (context, { number, text, idempotencyKey }) => {
      const { messages } = await callForObject(context, 'sendMessage', {
        path: { id: number('ticketId') },
        body: { body: text('text') },
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      })
      return objects(messages)
    },
  },
  {
    resource: 'message',
    operation: 'getMany',
    name: 'Get Many',
    description: 'Read a page of a ticket’s messages, the newest first page; it is not marked as read',
    action: 'Get many messages',
    scopes: ['messages:read'],
    fields: [ticketId, number('Before', 'before', 'Messages before this seq; 0 for the newest')],
    run: async (context, { number }) => {
      const { messages } = await callForObject(context, 'listMessages', {
        path: { id: number('ticketId') },
        query: { before: orUndefined(number('before')), markAsRead: false },
      })
      return objects(messages)
    },
  },
  {
    resource: 'ticket',
    operation: 'get',
    name: 'Get',
    description: 'Read a ticket',
    action: 'Get a ticket',
    scopes: ['tickets:read'],
    fields: [ticketId],
    run: async (context, { number }) => [
      await callForObject(context, 'getTicket', { path: { ticketId: number('ticketId') } }),
    ],
  },
  {
    resource: 'ticket',
    operation: 'getMany',
    name: 'Get Many',
    description: 'Find tickets that the key may see, last updated first, 40 a page',
    action: 'Get many tickets',
    scopes: ['tickets:read'],
    fields: [
      search('Words of the name, number or messages'),
      {
        displayName: 'Status',
        name: 'status',
        type: 'options',
        default: '',
        options: [
          { name: 'Any', value: '' },
          { name: 'Closed', value: 'closed' },
          { name: 'Open', value: 'open' },
          { name: 'Pending', value: 'pending' },
        ],
        description: 'A pending ticket waits for an agent',
      },
      ids('Queue Names or IDs', 'queueIds', 'listQueues'),
      ids('Tag Names or IDs', 'tagIds', 'listTags'),
      ids('Agent Names or IDs', 'userIds', 'listAgents'),
      page,
    ],
    run: async (context, { text, number, ids }) => {
      const { tickets } = await callForObject(context, 'listTickets', {
        query: {
          searchParam: text('search'),
          status: text('status'),
          queueIds: ids('queueIds'),
          tags: ids('tagIds'),
          users: ids('userIds'),
          pageNumber: orUndefined(number('page')),
          showAll: true,
        },
      })
      return objects(tickets)
    },
  },
  {
    resource: 'ticket',
    operation: 'addNote',
    name: 'Add Note',
    description: 'Add an internal note, which the customer never sees',
    action: 'Add a note to a ticket',
    scopes: ['tickets:read', 'tickets:write'],
    fields: [ticketId, text('What agents read')],
    run: async (context, { number, text, idempotencyKey }) => {
      const path = { ticketId: number('ticketId') }
      const ticket = await callForObject(context, 'getTicket', { path })
      const note = await callForObject(context, 'createNote', {
        body: { ticketId: path.ticketId, contactId: ticket.contactId, note: text('text') },
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      })
      return [note]
    },
  },
  {
    resource: 'ticket',
    operation: 'tag',
    name: 'Tag',
    description: 'Add tags to a ticket and take tags from it; all others stay',
    action: 'Tag a ticket',
    scopes: ['tickets:read', 'tags:write'],
    fields: [
      ticketId,
      ids('Tag Names or IDs to Add', 'addTagIds', 'listTags'),
      ids('Tag Names or IDs to Remove', 'removeTagIds', 'listTags'),
    ],
    run: async (context, { number, ids }) => {
      const path = { ticketId: number('ticketId') }
      const ticket = await callForObject(context, 'getTicket', { path })
      const removed = ids('removeTagIds')
      const kept = objects(ticket.tags).map((tag) => Number(tag.id))
      const wanted = new Set([...kept.filter((tagId) => !removed.includes(tagId)), ...ids('addTagIds')])
      const tags = [...wanted].map((tagId) => ({ id: tagId }))
      return [await callForObject(context, 'syncTags', { body: { ...path, tags } })]
    },
  },
  {
    resource: 'ticket',
    operation: 'assign',
    name: 'Assign',
    description: 'Give a ticket to an agent, who serves it then, or, without an agent, to a queue',
    action: 'Assign a ticket',
    scopes: ['tickets:write'],
    fields: [
      ticketId,
      id('Agent Name or ID', 'userId', 'listAgents'),
      id('Queue Name or ID', 'queueId', 'listQueues'),
    ],
    run: async (context, { number, idempotencyKey }) => {
      const [userId, queueId] = [orUndefined(number('userId')), orUndefined(number('queueId'))]
      if (userId === undefined && queueId === undefined)
        throw new TypeError('Name an agent, a queue or both.')
      const ticket = await callForObject(context, 'updateTicket', {
        path: { ticketId: number('ticketId') },
        body: { ...(userId !== undefined && { userId }), ...(queueId !== undefined && { queueId }) },
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      })
      return [ticket]
    },
  },
  {
    resource: 'ticket',
    operation: 'close',
    name: 'Close',
    description: 'Close a ticket',
    action: 'Close a ticket',
    scopes: ['tickets:write'],
    fields: [
      ticketId,
      {
        displayName: 'Send Completion Message',
        name: 'sendsCompletionMessage',
        type: 'boolean',
        default: true,
        description:
          'Whether the customer gets the completion message and the question for a rating, where the desk has them',
      },
    ],
    run: async (context, { number, flag, idempotencyKey }) => {
      const ticket = await callForObject(context, 'updateTicket', {
        path: { ticketId: number('ticketId') },
        body: { status: 'closed', justClose: !flag('sendsCompletionMessage') },
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      })
      return [ticket]
    },
  },
  {
    resource: 'contact',
    operation: 'get',
    name: 'Get',
    description: 'Read a contact',
    action: 'Get a contact',
    scopes: ['contacts:read'],
    fields: [contactId],
    run: async (context, { number }) => [
      await callForObject(context, 'getContact', { path: { contactId: number('contactId') } }),
    ],
  },
  {
    resource: 'contact',
    operation: 'getMany',
    name: 'Get Many',
    description: 'Find contacts by name, 30 a page',
    action: 'Get many contacts',
    scopes: ['contacts:read'],
    fields: [search('A part of the name or number'), page],
    run: async (context, { text, number }) => {
      const { contacts } = await callForObject(context, 'listContacts', {
        query: { searchParam: text('search'), pageNumber: orUndefined(number('page')) },
      })
      return objects(contacts)
    },
  },
]

const listOptions = async (context: CallContext, id: 'listAllTags' | 'listAllUsers' | 'listQueues') =>
  (await callForList(context, id)).map((row) => ({ name: String(row.name), value: Number(row.id) }))

/** Choices of the form, from the desk. */
export const choices = {
  async listTags(this: CallContext) {
    return listOptions(this, 'listAllTags')
  },
  async listQueues(this: CallContext) {
    return listOptions(this, 'listQueues')
  },
  async listAgents(this: CallContext) {
    return listOptions(this, 'listAllUsers')
  },
}
