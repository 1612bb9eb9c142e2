import type { Tx } from '@balcao/kernel'

import { changeTicket, type LastMessage, type Ticket } from '../tickets'
import type { Message } from './message'
import type { MessageDeps } from './message-deps'

type Deps = Pick<
  MessageDeps,
  'tickets' | 'trackings' | 'log' | 'messages' | 'events' | 'ids' | 'clock' | 'texts'
>

const buildLastMessage = (message: Message): LastMessage => ({
  id: message.id,
  text: message.preview,
  kind: message.kind,
  fromMe: message.fromMe,
  ack: message.ack,
  at: message.createdAt,
  userId: message.userId ?? null,
})

/** Updates the locked ticket's last message when the changed message is the last one. */
export async function showOnTicket(deps: Deps, tx: Tx, ticket: Ticket, message: Message): Promise<void> {
  if (ticket.lastMessage?.id !== message.id) return
  await changeTicket(deps, tx, ticket, { kind: 'show-message', lastMessage: buildLastMessage(message) })
}

/** Replaces a deleted last message by the newest one that is not deleted. */
export async function hideOnTicket(deps: Deps, tx: Tx, ticket: Ticket, deleted: Message): Promise<void> {
  if (ticket.lastMessage?.id !== deleted.id) return
  const newest = await deps.messages.findNewestShown(tx, ticket.companyId, ticket.id)
  const lastMessage = newest ? buildLastMessage(newest) : null
  await changeTicket(deps, tx, ticket, { kind: 'show-message', lastMessage })
}
