import type { Tx } from '@balcao/kernel'

import { changeTicket, type LastMessage, type LastReceived, type Ticket } from '../tickets'
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

const buildLastReceived = ({ id, preview, kind }: Message): LastReceived => ({ id, text: preview, kind })

/** Updates the messages that lists show of the locked ticket when the changed one is among them. */
export async function showOnTicket(deps: Deps, tx: Tx, ticket: Ticket, message: Message): Promise<void> {
  const { lastMessage, lastReceived } = ticket
  const shown = {
    lastMessage: lastMessage?.id === message.id ? buildLastMessage(message) : lastMessage,
    lastReceived: lastReceived?.id === message.id ? buildLastReceived(message) : lastReceived,
  }
  await changeTicket(deps, tx, ticket, { command: { kind: 'show-message', shown } })
}

/** Replaces a deleted message that lists show of the ticket by the newest one that is not deleted. */
export async function hideOnTicket(deps: Deps, tx: Tx, ticket: Ticket, deleted: Message): Promise<void> {
  const { companyId, id } = ticket
  const shown = { lastMessage: ticket.lastMessage, lastReceived: ticket.lastReceived }
  if (shown.lastMessage?.id === deleted.id) {
    const newest = await deps.messages.findNewestShown(tx, companyId, id)
    shown.lastMessage = newest ? buildLastMessage(newest) : null
  }
  if (shown.lastReceived?.id === deleted.id) {
    const newest = await deps.messages.findNewestReceived(tx, companyId, id)
    shown.lastReceived = newest ? buildLastReceived(newest) : null
  }
  await changeTicket(deps, tx, ticket, { command: { kind: 'show-message', shown } })
}
