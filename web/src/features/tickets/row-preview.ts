import { isTextKind, type TicketView } from '@balcao/contracts'
import type { TFunction } from 'i18next'

import { formatContactCard, splitLastMessage } from '../../lib/last-message'
import { formatPlainText } from '../../lib/parse-marks'

type Previewed = Pick<TicketView, 'lastMessage' | 'lastMessageKind' | 'lastMessageFromMe' | 'lastMessageUser'>

/** Kinds whose text is a caption or a file name; the text of the others is data, not words. */
const captioned = ['image', 'video', 'application', 'audio']

/* A document is known by its name; of a picture, a video or a recording it says nothing. */
const isBareName = (kind: string, text: string): boolean =>
  kind !== 'application' &&
  /^[^\n]+\.(png|jpe?g|webp|gif|mp4|mov|webm|ogg|opus|wav|mp3|m4a)$/i.test(text.trim())

/** The last message on one line: its author among us, and its text without marks and signature, or its kind. */
export const formatRowPreview = (
  ticket: Previewed,
  me: { id: number } | null,
  t: TFunction,
): { author: string; text: string } => {
  const { author, text } = splitLastMessage(ticket, me, t)
  const kind = ticket.lastMessageKind
  if (isTextKind(kind)) return { author, text: formatPlainText(text) }
  if (kind === 'vcard') return { author, text: formatContactCard(text, t) }
  const word = t(`preview.${kind}`)
  if (!captioned.includes(kind) || text.trim() === '' || isBareName(kind, text)) return { author, text: word }
  return { author, text: `${word.split(' ')[0]} ${text}` }
}

/* What a bot, or the company's own phone, said last. */
const isWithoutAgent = ({ lastMessageFromMe, lastMessageUser }: TicketView): boolean =>
  lastMessageFromMe && lastMessageUser === null

/** The message that a row shows: the last one, of a waiting ticket the customer's instead of a bot's. */
export const choosePreviewed = (ticket: TicketView): Previewed => {
  const { status, lastReceived, lastReceivedKind } = ticket
  const isEmpty = lastReceived === '' && lastReceivedKind === 'chat'
  if (status !== 'pending' || isEmpty || !isWithoutAgent(ticket)) return ticket
  return {
    lastMessage: lastReceived,
    lastMessageKind: lastReceivedKind,
    lastMessageFromMe: false,
    lastMessageUser: null,
  }
}

export const waitingTone = (since: string, now: number): 'amber' | 'red' | undefined => {
  const minutes = (now - Date.parse(since)) / 60_000
  if (minutes >= 15) return 'red'
  return minutes >= 5 ? 'amber' : undefined
}
