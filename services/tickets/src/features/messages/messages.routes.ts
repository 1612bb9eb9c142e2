import * as http from '@balcao/contracts'
import { contactId, messageId, ticketId, type MessageView } from '@balcao/contracts'
import { messageView, ticketView, type MessageSnapshot, type SignMedia } from '@balcao/contracts/wire'
import type { Session } from '@balcao/kernel'
import type { HttpEdge } from '@balcao/platform'

import { askNumber } from './ask-number'
import { deleteMessage } from './delete-message'
import { editMessage } from './edit-message'
import { forwardMessages } from './forward-messages'
import { listEarlierMessages } from './list-earlier-messages'
import { listMessages } from './list-messages'
import type { MessageDeps } from './message-deps'
import { reactToMessage } from './react-to-message'
import { readTicket } from './read-ticket'
import { searchMessages } from './search-messages'
import { sendMessage } from './send-message'
import { requestTyping } from './request-typing'

/** Mounts `/messages`, and `/tickets/{id}/read`, which is about messages. */
export function messageRoutes(edge: HttpEdge, deps: MessageDeps, sign: SignMedia): void {
  const views = async (
    { companyId }: Session,
    messages: readonly MessageSnapshot[],
  ): Promise<MessageView[]> => {
    const ids = [...new Set(messages.map((message) => contactId(message.contactId)))]
    const contacts = await deps.db.withTenant(companyId, (tx) =>
      deps.contacts.findSnapshots(tx, companyId, ids),
    )
    return messages.map((message) => messageView(message, sign, contacts.get(contactId(message.contactId))))
  }
  const view = async (session: Session, message: MessageSnapshot): Promise<MessageView> => {
    const [shown] = await views(session, [message])
    return shown ?? messageView(message, sign)
  }

  edge.route(http.listMessages, async ({ session, params, query }) => {
    const id = ticketId(params.ticketId)
    // First: what arrives in between is unread, and the page shows what was marked.
    if (query.markAsRead) await readTicket(deps, session, id)
    const page = await listMessages(deps, session, id, {
      pageNumber: query.pageNumber,
      before: query.before,
    })
    const ticket = ticketView(page.ticket, sign)
    return {
      // All are of the ticket's contact, which is shown once for all of them.
      messages: page.messages.map((message) => ({ ...messageView(message, sign), contact: ticket.contact })),
      count: page.count,
      hasMore: page.hasMore,
      hasEarlier: page.hasEarlier,
      ticket,
    }
  })
  edge.route(http.listEarlierMessages, async ({ session, params, query }) => {
    const { beforeTicketId, before } = query
    const cursor =
      beforeTicketId === undefined || before === undefined
        ? undefined
        : { ticketId: ticketId(beforeTicketId), before }
    const page = await listEarlierMessages(deps, session, ticketId(params.ticketId), cursor)
    return {
      messages: page.messages.map((message) => messageView(message, sign)),
      tickets: page.tickets.map((ticket) => ticketView(ticket, sign)),
      hasMore: page.hasMore,
    }
  })
  edge.route(http.searchMessages, ({ session, params, query }) =>
    searchMessages(deps, session, ticketId(params.ticketId), query.searchParam),
  )
  // Before `/messages/:ticketId`, whose pattern has this path too.
  edge.route(http.forwardMessages, async ({ session, body }) => ({
    messages: await views(session, await forwardMessages(deps, session, body)),
  }))
  edge.route(http.sendMessage, async ({ session, params, body, files }) => {
    const sent = await sendMessage(deps, session, {
      ticketId: ticketId(params.ticketId),
      body,
      uploads: files,
    })
    return { messages: await views(session, sent) }
  })
  edge.route(http.deleteMessage, async ({ session, params }) =>
    view(session, await deleteMessage(deps, session, messageId(params.messageId.toLowerCase()))),
  )
  const edit = async (session: Session, id: string, body: string | undefined) =>
    view(session, await editMessage(deps, session, messageId(id.toLowerCase()), body))
  edge.route(http.editMessage, ({ session, params, body }) => edit(session, params.messageId, body.body))
  edge.route(http.editMessageByPost, ({ session, params, body }) =>
    edit(session, params.messageId, body.body),
  )
  const react = async (session: Session, id: string, emoji: string) =>
    view(session, await reactToMessage(deps, session, messageId(id.toLowerCase()), emoji))
  edge.route(http.reactToMessage, ({ session, params, body }) => react(session, params.messageId, body.emoji))
  edge.route(http.reactByType, ({ session, params, body }) =>
    react(session, params.messageId, body.type ?? body.emoji ?? ''),
  )
  edge.route(http.askNumber, async ({ session, params }) =>
    view(session, await askNumber(deps, session, ticketId(params.ticketId))),
  )
  edge.route(http.tellTyping, ({ session, params, body }) =>
    requestTyping(deps, session, ticketId(params.ticketId), body.isTyping),
  )
  edge.route(http.markTicketRead, ({ session, params }) =>
    readTicket(deps, session, ticketId(params.ticketId)),
  )
}
