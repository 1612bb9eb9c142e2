import {
  buildChoices,
  buildVcards,
  isNotice,
  isReceived,
  type ChoicesView,
  type MessageKind,
  type MessageView,
  type TicketView,
} from '@balcao/contracts'

import type { OutboxItem } from '../outbox/outbox.slice'
import { toFileKind } from './file-kind'

/** One bubble: the server's message, or ours on its way. */
export interface Bubble {
  /** Stays the same when the server's message takes the place of ours. */
  key: string
  message: MessageView
  outgoing: OutboxItem | null
}

export type ThreadRow =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'unread'; key: string; count: number }
  /** Where a ticket begins, when others are shown above or below it. */
  | { kind: 'ticket'; key: string; ticket: TicketView }
  | { kind: 'message'; key: string; bubble: Bubble; isRunStart: boolean; isRunEnd: boolean }
  | { kind: 'album'; key: string; bubbles: Bubble[]; isRunStart: boolean; isRunEnd: boolean }

/** The messages of a row, oldest first; none of a divider. */
export const listBubbles = (row: ThreadRow | undefined): readonly Bubble[] => {
  if (row?.kind === 'message') return [row.bubble]
  return row?.kind === 'album' ? row.bubbles : []
}

/** Messages of one side closer than this stand together under one tail. */
const RUN_MS = 5 * 60_000

const chooseKind = ({ file, contacts = [], template }: OutboxItem): MessageKind => {
  if (template) return 'template'
  if (file) return toFileKind(file.mimeType)
  return contacts.length > 0 ? 'vcard' : 'chat'
}

const toChoices = ({ body, choices }: OutboxItem): ChoicesView | null => {
  if (!choices) return null
  const built = buildChoices(body, choices)
  return { ...built, url: built.url || null }
}

/** An unsent message as a MessageView. `url` is the browser's link to its file. */
export const toPendingMessage = (item: OutboxItem, url: string | null): MessageView => {
  const media = item.file && {
    ...item.file,
    waveform: item.file.waveform ?? null,
    thumbnail: null,
    url: url ?? '',
  }
  return {
    id: item.clientId,
    ticketId: item.ticketId,
    contactId: 0,
    companyId: 0,
    seq: Number.MAX_SAFE_INTEGER,
    body: item.contacts?.length ? buildVcards(item.contacts) : item.body,
    fromMe: true,
    mediaType: chooseKind(item),
    mediaUrl: url,
    media,
    medias: media ? [media] : [],
    quotedMsg: item.quoted,
    ack: item.state === 'failed' ? -1 : 0,
    failure: item.failure,
    read: true,
    isDeleted: false,
    isEdited: false,
    clientId: item.clientId,
    senderName: '',
    senderId: null,
    userId: null,
    location: null,
    ad: null,
    choices: toChoices(item),
    choiceId: null,
    transcript: null,
    mediaState: null,
    mediaWait: null,
    marks: [],
    reactions: [],
    createdAt: item.createdAt,
    updatedAt: item.createdAt,
  }
}

/** The conversation and what is on its way to it; a message that arrived stands for its unsent self. */
export const buildBubbles = (
  messages: MessageView[],
  items: OutboxItem[],
  urlOf: (clientId: string) => string | null,
): Bubble[] => {
  const arrived = new Set(messages.map(({ clientId }) => clientId))
  return [
    ...messages.map((message): Bubble => ({ key: message.clientId ?? message.id, message, outgoing: null })),
    ...items
      .filter(({ clientId }) => !arrived.has(clientId))
      .map((item): Bubble => ({
        key: item.clientId,
        message: toPendingMessage(item, urlOf(item.clientId)),
        outgoing: item,
      })),
  ]
}

/** Pages are fetched until the first unread message is loaded, up to this many messages from the customer. */
const MAX_SOUGHT = 100

/** Whether the first unread message is loaded. */
export const hasLoadedUnread = (messages: MessageView[], count: number): boolean =>
  messages.filter(isReceived).length >= Math.min(count, MAX_SOUGHT)

/** The first of the `count` newest messages from the customer: the first unread one. */
export const findFirstUnread = (messages: MessageView[], count: number): string | null => {
  if (count <= 0) return null
  const incoming = messages.filter(isReceived)
  return incoming.at(-Math.min(count, incoming.length))?.id ?? null
}

const toDay = (at: string): string => new Date(at).toDateString()

const standsAlone = ({ mediaType }: MessageView): boolean => mediaType === 'call_log' || isNotice(mediaType)

const isOneRun = (left: MessageView | undefined, right: MessageView | undefined): boolean =>
  left !== undefined &&
  right !== undefined &&
  left.ticketId === right.ticketId &&
  left.fromMe === right.fromMe &&
  (left.fromMe || left.senderName === right.senderName) &&
  !standsAlone(left) &&
  !standsAlone(right) &&
  toDay(left.createdAt) === toDay(right.createdAt) &&
  Date.parse(right.createdAt) - Date.parse(left.createdAt) < RUN_MS

export interface UnreadMark {
  messageId: string
  count: number
}

const noTickets: ReadonlyMap<number, TicketView> = new Map()

/**
 * Day dividers, the unread divider, and bubbles marked as first or last of their run. Each ticket begins with a divider of its own
 * once its first message is loaded.
 * @param tickets by id; none while one ticket alone is shown
 */
export const buildThreadRows = (
  bubbles: Bubble[],
  unread: UnreadMark | null,
  tickets: ReadonlyMap<number, TicketView> = noTickets,
): ThreadRow[] => {
  const rows: ThreadRow[] = []
  bubbles.forEach((bubble, index) => {
    const { message } = bubble
    const before = bubbles[index - 1]?.message
    const after = bubbles[index + 1]?.message
    const isTicketStart = before?.ticketId !== message.ticketId
    const ticket = isTicketStart && message.seq === 1 ? tickets.get(message.ticketId) : undefined
    if (ticket) rows.push({ kind: 'ticket', key: `ticket ${ticket.id}`, ticket })
    if (isTicketStart || toDay(before.createdAt) !== toDay(message.createdAt))
      rows.push({
        kind: 'day',
        key: `day ${message.ticketId} ${toDay(message.createdAt)}`,
        at: message.createdAt,
      })
    const isUnreadStart = unread?.messageId === message.id
    if (isUnreadStart) rows.push({ kind: 'unread', key: 'unread', count: unread.count })
    rows.push({
      kind: 'message',
      key: bubble.key,
      bubble,
      isRunStart: isUnreadStart || !isOneRun(before, message),
      isRunEnd: (unread !== null && unread.messageId === after?.id) || !isOneRun(message, after),
    })
  })
  return rows
}
