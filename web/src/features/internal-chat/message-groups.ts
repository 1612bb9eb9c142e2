import type { ChatMessageView } from '@balcao/contracts'

import type { WaitingMessage } from '../../data/chat-outbox.slice'

export interface ShownMessage {
  key: string
  text: string
  createdAt: string | null
  waiting: WaitingMessage | null
}

export interface MessageGroup {
  key: string
  senderId: number
  senderName: string
  /** Set when the group begins another day. */
  day: string | null
  messages: ShownMessage[]
}

const localDay = (iso: string): string => new Date(iso).toDateString()

const toStored = ({ id, clientId, message, createdAt }: ChatMessageView): ShownMessage => ({
  key: clientId ?? id,
  text: message,
  createdAt,
  waiting: null,
})

const toWaiting = (waiting: WaitingMessage): ShownMessage => ({
  key: waiting.clientId,
  text: waiting.message,
  createdAt: null,
  waiting,
})

/** Messages grouped by sender and day; those that wait in this browser come last, as the user's own. */
export const groupMessages = (
  messages: readonly ChatMessageView[],
  waiting: readonly WaitingMessage[],
  me: { id: number; name: string },
): MessageGroup[] => {
  const groups: MessageGroup[] = []
  let day: string | null = null
  const add = (senderId: number, senderName: string, shown: ShownMessage) => {
    const begins = shown.createdAt !== null && localDay(shown.createdAt) !== day ? shown.createdAt : null
    if (begins !== null) day = localDay(begins)
    const last = groups.at(-1)
    if (last?.senderId === senderId && begins === null) last.messages.push(shown)
    else groups.push({ key: shown.key, senderId, senderName, day: begins, messages: [shown] })
  }
  for (const message of messages) add(message.senderId, message.sender.name, toStored(message))
  const stored = new Set(messages.map(({ clientId }) => clientId))
  for (const one of waiting) if (!stored.has(one.clientId)) add(me.id, me.name, toWaiting(one))
  return groups
}
