import type { ChatId, CompanyId, UserId } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

export interface Person {
  id: UserId
  name: string
}

export interface Member extends Person {
  /** Messages of others since this user read the chat. */
  unreads: number
}

/** A conversation among users of one company. Customers never see it. */
export interface InternalChat {
  id: ChatId
  companyId: CompanyId
  uuid: string
  title: string
  ownerId: UserId
  /** By user id; the owner is one of them. */
  members: readonly Member[]
  /** Of the newest message; 0 before the first. */
  messageSeq: number
  /** The start of the newest message. */
  lastMessage: string
  lastSender: Person | null
  createdAt: Date
  /** Of the newest message or change. */
  updatedAt: Date
}

export interface InternalMessage {
  /** UUIDv7. */
  id: string
  companyId: CompanyId
  chatId: ChatId
  /** Order within the chat, without gaps; from 1, or from the oldest that is kept. */
  seq: number
  sender: Person
  message: string
  clientId: string | null
  createdAt: Date
}

const LAST_MESSAGE_LENGTH = 200

const byId = (one: Person, other: Person): number => one.id - other.id

export const isMember = ({ members }: InternalChat, userId: UserId): boolean =>
  members.some(({ id }) => id === userId)

/** @throws {AppError} ERR_NO_CHAT_FOUND when there is none, and for users who are not in it. */
export function requireMember(chat: InternalChat | undefined, userId: UserId): InternalChat {
  if (!chat || !isMember(chat, userId)) throw new AppError('ERR_NO_CHAT_FOUND')
  return chat
}

/** @throws {AppError} ERR_NO_CHAT_FOUND as `requireMember`, ERR_NO_PERMISSION for members who do not own it. */
export function requireOwner(chat: InternalChat | undefined, userId: UserId): InternalChat {
  const own = requireMember(chat, userId)
  if (own.ownerId !== userId) throw new AppError('ERR_NO_PERMISSION')
  return own
}

/** Members who stay keep their unread counts. */
export const replaceMembers = (members: readonly Member[], people: readonly Person[]): Member[] =>
  people
    .map((person) => members.find(({ id }) => id === person.id) ?? { ...person, unreads: 0 })
    .toSorted(byId)

/** The chat after a message: its newest, one unread more for the others, none for the sender. */
export const addMessage = (
  chat: InternalChat,
  { seq, message, sender, createdAt }: Pick<InternalMessage, 'seq' | 'message' | 'sender' | 'createdAt'>,
): InternalChat => ({
  ...chat,
  messageSeq: seq,
  lastMessage: [...message].slice(0, LAST_MESSAGE_LENGTH).join(''),
  lastSender: sender,
  updatedAt: createdAt,
  members: chat.members.map((member) => ({
    ...member,
    unreads: member.id === sender.id ? 0 : member.unreads + 1,
  })),
})

/** The chat once this member has read it; the same object when nothing was unread. */
export function markRead(chat: InternalChat, userId: UserId): InternalChat {
  if (!chat.members.some(({ id, unreads }) => id === userId && unreads > 0)) return chat
  const members = chat.members.map((member) => (member.id === userId ? { ...member, unreads: 0 } : member))
  return { ...chat, members }
}

/** The chat without a deleted user; a chat of theirs passes to the member with the lowest id. Undefined without members. */
export function removeMember(chat: InternalChat, userId: UserId): InternalChat | undefined {
  const members = chat.members.filter(({ id }) => id !== userId)
  const [first] = members
  if (!first) return undefined
  return { ...chat, members, ownerId: chat.ownerId === userId ? first.id : chat.ownerId }
}
