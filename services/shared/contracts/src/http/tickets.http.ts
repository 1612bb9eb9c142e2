import { endpoint } from './endpoint'
import {
  bigIdField,
  bigIdText,
  boolean,
  dayText,
  flag,
  idField,
  idListText,
  ignored,
  number,
  object,
  pageNumber,
  searchParam,
  string,
  timeCursor,
  uuidText,
} from './fields'
import { ticketOrders, ticketRoutes, ticketStatuses } from './tickets.routes'

const ticketParams = object({ ticketId: bigIdText().required() })

export const listTicketsQuery = object({
  searchParam: searchParam(),
  pageNumber: pageNumber(),
  status: string().oneOf(ticketStatuses).optional(),
  /** Days of São Paulo: on which the ticket was made, and was last updated. */
  date: dayText().optional(),
  updatedAt: dayText().optional(),
  showAll: flag(),
  withUnreadMessages: flag(),
  queueIds: idListText(),
  tags: idListText(),
  withoutTags: idListText(),
  users: idListText(),
  contactId: bigIdText().optional(),
  /** Whether a bot or an assistant has it. */
  bot: string().oneOf(['with', 'without']).optional(),
  order: string().oneOf(ticketOrders).optional(),
  /**
   * Keyset instead of the page's number: what comes after this ticket, `{updatedAt}_{id}` of the last one seen, by the longest
   * wait `{pendingAt}_{id}`.
   */
  after: timeCursor().optional(),
})

export const listTickets = endpoint(ticketRoutes.listTickets, {
  access: 'user',
  rate: 'search',
  query: listTicketsQuery,
  tag: 'tickets',
  summary:
    'Tickets the caller may see, last updated first or by `order`, 40 a page. Lists of ids are given once for each (`tags=1&tags=2`) or as a JSON array (`tags=[1,2]`). `queueIds` narrows the tickets that are in a queue; those without one stay, for those who may see them. Several tags must all match, of `withoutTags` none, several users are alternatives. `searchParam` matches contact name, number and message text; `matches` has the message that it matched, of each ticket that was not found by its contact alone.',
})

export const getTicket = endpoint(ticketRoutes.getTicket, {
  access: 'user',
  params: ticketParams,
  tag: 'tickets',
  summary: 'One ticket.',
  errors: ['ERR_NO_PERMISSION', 'ERR_NO_TICKET_FOUND'],
})

export const getTicketByUuid = endpoint(ticketRoutes.getTicketByUuid, {
  access: 'user',
  params: object({ uuid: uuidText().required() }),
  tag: 'tickets',
  summary: 'One ticket by its uuid.',
  errors: ['ERR_NO_PERMISSION', 'ERR_NO_TICKET_FOUND'],
})

export const createTicketBody = object({
  contactId: bigIdField().required(),
  queueId: idField().nullable().optional(),
  whatsappId: idField().nullable().optional(),
  userId: idField().nullable().optional(),
  status: string().oneOf(['open']).default('open'),
})

export const createTicket = endpoint(ticketRoutes.createTicket, {
  access: 'user',
  body: createTicketBody,
  tag: 'tickets',
  summary: 'Opens a ticket for a contact. When one is open already: 409 with that ticket as JSON in `error`.',
  errors: [
    'ERR_NO_WAPP_FOUND',
    'ERR_NO_USER_FOUND',
    'ERR_NO_PERMISSION',
    'ERR_CREATING_TICKET',
    'ERR_NO_CONTACT_FOUND',
    'ERR_NO_DEF_WAPP_FOUND',
    'ERR_QUEUE_NOT_FOUND',
    'ERR_OTHER_OPEN_TICKET',
  ],
})

export const ticketPatchBody = object({
  status: string().oneOf(ticketStatuses).optional(),
  userId: idField().nullable().optional(),
  queueId: idField().nullable().optional(),
  whatsappId: idField().nullable().optional(),
  useIntegration: boolean().strict(true).nullable().optional(),
  promptId: idField().nullable().optional(),
  integrationId: idField().nullable().optional(),
  /** The status the caller saw: 409 when the ticket has another, since a colleague was faster. */
  expectedStatus: string().oneOf(ticketStatuses).optional(),
  /** Closes without telling the customer: no completion message, no rating question. */
  justClose: boolean().strict(true).optional(),
  /**
   * With `status: closed`: the completion message or rating question leaves after so many seconds, and not at all when the
   * ticket is unclosed before. Without it they leave at once.
   */
  undoSeconds: number().strict(true).integer().min(1).max(60).optional(),
  queueOptionId: ignored(),
  // Fields of GET's answer.
  id: ignored(),
  uuid: ignored(),
  companyId: ignored(),
  user: ignored(),
  queue: ignored(),
  whatsapp: ignored(),
  contactId: ignored(),
  contact: ignored(),
  tags: ignored(),
  lastMessage: ignored(),
  lastMessageKind: ignored(),
  lastMessageFromMe: ignored(),
  lastMessageAck: ignored(),
  lastMessageUser: ignored(),
  lastMessageAt: ignored(),
  lastReceived: ignored(),
  lastReceivedKind: ignored(),
  unreadMessages: ignored(),
  isGroup: ignored(),
  chatbot: ignored(),
  version: ignored(),
  createdAt: ignored(),
  updatedAt: ignored(),
  closedAt: ignored(),
  pendingAt: ignored(),
})

export const updateTicket = endpoint(ticketRoutes.updateTicket, {
  access: 'user',
  params: ticketParams,
  body: ticketPatchBody,
  tag: 'tickets',
  summary: 'Accepts, returns, resolves, reopens or transfers a ticket.',
  errors: [
    'ERR_NO_PROMPT_FOUND',
    'ERR_NO_PERMISSION',
    'ERR_NO_DIALOG_FOUND',
    'ERR_NO_TICKET_FOUND',
    'ERR_OTHER_OPEN_TICKET',
    'ERR_NO_USER_FOUND',
    'ERR_QUEUE_NOT_FOUND',
    'ERR_NO_WAPP_FOUND',
  ],
})

export const markTicketRead = endpoint(ticketRoutes.markTicketRead, {
  access: 'user',
  params: ticketParams,
  status: 204,
  tag: 'tickets',
  summary: 'Clears the unread count and shows the customer that the messages were read. Idempotent.',
  errors: ['ERR_NO_PERMISSION', 'ERR_NO_TICKET_FOUND'],
})

export const deleteTicket = endpoint(ticketRoutes.deleteTicket, {
  access: 'admin',
  params: ticketParams,
  tag: 'tickets',
  summary: 'Deletes a ticket and its messages.',
  errors: ['ERR_NO_TICKET_FOUND'],
})
