import type {
  InternalChatMessage,
  InternalChatSnapshot,
  UserRef,
} from '../gen/desk/tickets/v1/tickets_events'
import type { ChatMessageView, ChatView } from '../http/chats.routes'
import type { ChatEventMessage } from '../sockets/channels'

const iso = (date: Date | undefined): string => (date ?? new Date(0)).toISOString()

const personView = (user: UserRef | undefined) => ({ id: user?.id ?? 0, name: user?.name ?? '' })

export const chatView = ({ lastSender, lastMessage, members, ...chat }: InternalChatSnapshot): ChatView => ({
  id: chat.id,
  uuid: chat.uuid,
  title: chat.title,
  ownerId: chat.ownerId,
  users: members.map(({ user, unreads }) => ({ userId: user?.id ?? 0, unreads, user: personView(user) })),
  lastMessage: lastSender ? `${lastSender.name}: ${lastMessage}` : '',
  companyId: chat.companyId,
  createdAt: iso(chat.createdAt),
  updatedAt: iso(chat.updatedAt),
})

export const chatMessageView = ({
  sender,
  clientId,
  createdAt,
  ...message
}: InternalChatMessage): ChatMessageView => ({
  ...message,
  senderId: sender?.id ?? 0,
  sender: personView(sender),
  clientId: clientId === '' ? null : clientId,
  createdAt: iso(createdAt),
})

export const chatEventMessage = (
  message: InternalChatMessage,
  { id, members }: InternalChatSnapshot,
): ChatEventMessage => ({
  ...chatMessageView(message),
  chat: { id, users: members.map(({ user }) => ({ userId: user?.id ?? 0 })) },
})
