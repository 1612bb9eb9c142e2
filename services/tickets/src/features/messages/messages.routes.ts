import * as http from '@balcao/contracts'
import { messageId, ticketId } from '@balcao/contracts'
import { messageView, ticketView, type SignMedia } from '@balcao/contracts/wire'
import type { HttpEdge } from '@balcao/platform'

import { deleteMessage } from './delete-message'
import { editMessage } from './edit-message'
import { listMessages } from './list-messages'
import type { MessageDeps } from './message-deps'
import { reactToMessage } from './react-to-message'
import { readTicket } from './read-ticket'
import { sendMessage } from './send-message'
import { tellTyping } from './tell-typing'

/** Mounts `/messages`, and `/tickets/{id}/read`, which is about messages. */
export function messageRoutes(edge: HttpEdge, deps: MessageDeps, sign: SignMedia): void {
  edge.route(http.listMessages, async ({ session, params, query }) => {
    const page = await listMessages(deps, session, ticketId(params.ticketId), {
      pageNumber: query.pageNumber,
      before: query.before,
    })
    return {
      messages: page.messages.map((message) => messageView(message, sign)),
      count: page.count,
      hasMore: page.hasMore,
      ticket: ticketView(page.ticket, sign),
    }
  })
  edge.route(http.sendMessage, async ({ session, params, body, files }) => {
    const sent = await sendMessage(deps, session, {
      ticketId: ticketId(params.ticketId),
      body,
      uploads: files,
    })
    return { messages: sent.map((message) => messageView(message, sign)) }
  })
  edge.route(http.deleteMessage, async ({ session, params }) =>
    messageView(await deleteMessage(deps, session, messageId(params.messageId.toLowerCase())), sign),
  )
  edge.route(http.editMessage, async ({ session, params, body }) =>
    messageView(await editMessage(deps, session, messageId(params.messageId.toLowerCase()), body.body), sign),
  )
  edge.route(http.reactToMessage, async ({ session, params, body }) =>
    messageView(
      await reactToMessage(deps, session, messageId(params.messageId.toLowerCase()), body.emoji),
      sign,
    ),
  )
  edge.route(http.tellTyping, ({ session, params, body }) =>
    tellTyping(deps, session, ticketId(params.ticketId), body.isTyping),
  )
  edge.route(http.markTicketRead, ({ session, params }) =>
    readTicket(deps, session, ticketId(params.ticketId)),
  )
}
