import type { Tx } from '@balcao/kernel'

import { changeTicket, type LastMessage, type Ticket } from '../tickets'
import type { Message } from './message'
import type { MessageDeps } from './message-deps'

type Deps = Pick<MessageDeps, 'tickets' | 'messages' | 'events' | 'ids' | 'clock' | 'texts'>

const lastMessageOf = (message: Message): LastMessage => ({
  id: message.id,
  text: message.preview,
  kind: message.kind,
  fromMe: message.fromMe,
  ack: message.ack,
  at: message.createdAt,
})

/** Lists show the changed message, when it is the one that they show of its locked ticket. */
export async function showOnTicket(deps: Deps, tx: Tx, ticket: Ticket, message: Message): Promise<void> {
  if (ticket.lastMessage?.id !== message.id) return
  await changeTicket(deps, tx, ticket, { kind: 'show-message', lastMessage: lastMessageOf(message) })
}

/** Lists show the newest message that is not deleted, when they showed this one. */
export async function hideOnTicket(deps: Deps, tx: Tx, ticket: Ticket, deleted: Message): Promise<void> {
  if (ticket.lastMessage?.id !== deleted.id) return
  const newest = await deps.messages.newestShown(tx, ticket.companyId, ticket.id)
  const lastMessage = newest ? lastMessageOf(newest) : null
  await changeTicket(deps, tx, ticket, { kind: 'show-message', lastMessage })
}
