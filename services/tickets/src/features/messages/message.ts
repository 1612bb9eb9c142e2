import {
  parseMediaWait,
  parseVcard,
  type CompanyId,
  type ConnectionId,
  type MediaWait,
  type MessageId,
  type MessageKind,
  type QueueId,
  type TicketId,
  type UserId,
} from '@balcao/contracts'

import type { StoredReaction } from './reaction'

/** Who wrote: the customer, a person on the connected phone, an agent at the desk, or another service for the company. */
export type MessageSource = 'customer' | 'phone' | 'desk' | 'service'

/** Whether the gateway sent it for us: only such a message gets acks. */
export const isOutbound = ({ source }: { source: MessageSource }): boolean =>
  source === 'desk' || source === 'service'

/** Its file is still being fetched, could not be had, or is no longer kept. */
export type MediaState = '' | 'pending' | 'gone' | 'erased'

/** Of a message that came without its file, or with it. */
export const readMediaProgress = (value: {
  mediaPending: boolean
  mediaWait?: string | undefined
}): Pick<Message, 'mediaState' | 'mediaWait'> =>
  value.mediaPending
    ? { mediaState: 'pending', mediaWait: parseMediaWait(value.mediaWait) }
    : { mediaState: '', mediaWait: undefined }

/** The index row of a message; its words and media are in the document of the same id. */
export interface Message {
  id: MessageId
  companyId: CompanyId
  ticketId: TicketId
  /** Order within the ticket, from 1, without gaps. */
  seq: number
  connectionId: ConnectionId
  remoteJid: string
  /** Who wrote, in a group; else ''. */
  participant: string
  fromMe: boolean
  /** WhatsApp's id, chosen by the sender: never unique by itself. Undefined until the gateway knows it. */
  waId: string | undefined
  source: MessageSource
  kind: string
  /** At most 255 characters of body, caption or file name: what a list shows. */
  preview: string
  ack: number
  /** A code of the catalogue when ack is -1, else ''. */
  failure: string
  read: boolean
  deleted: boolean
  edited: boolean
  /** What is shown above it: forwarded, viewOnce, ephemeral as on WhatsApp; campaign: a campaign sent it. */
  marks: readonly string[]
  mediaState: MediaState
  /** Of a pending file, where the gateway said it. */
  mediaWait: MediaWait | undefined
  reactions: readonly StoredReaction[]
  clientId: string | undefined
  userId: UserId | undefined
  queueId: QueueId | undefined
  createdAt: Date
  updatedAt: Date
}

/** `now`, or a millisecond after the last change when that is later: no two changes have one time. */
export const nextUpdatedAt = ({ updatedAt }: Pick<Message, 'updatedAt'>, now: Date): Date =>
  new Date(Math.max(now.getTime(), updatedAt.getTime() + 1))

const PREVIEW_LENGTH = 255

export interface Previewed {
  body: string
  media?: { name: string } | undefined
  location?: { name: string; address: string } | undefined
  vcard?: string | undefined
  transcript?: string | undefined
}

const vcardName = (vcard: string | undefined): string => parseVcard(vcard ?? '')?.name ?? ''

/* A voice note's file name is made by the recorder: it is neither shown nor searched. */
const fileName = (media: Previewed['media']): string =>
  media && !media.name.startsWith('audio-record-site-') ? media.name : ''

/** What a list shows of a message, and what it is found by. */
export function buildPreview({ body, media, location, vcard }: Previewed): string {
  const text = body || fileName(media) || location?.name || location?.address || vcardName(vcard)
  return [...text].slice(0, PREVIEW_LENGTH).join('')
}

/** Everything a message is found by. */
export const buildSearchableText = ({ body, media, location, vcard, transcript = '' }: Previewed): string =>
  [body, fileName(media), location?.name ?? '', location?.address ?? '', vcardName(vcard), transcript]
    .filter((part) => part !== '')
    .join(' ')

/** How WhatsApp shows a file of this type. */
export function chooseMediaKind(mimeType: string): MessageKind {
  const [family] = mimeType.split('/')
  if (family === 'image')
    return mimeType === 'image/svg+xml' || mimeType === 'image/avif' || mimeType === 'image/heic'
      ? 'application'
      : 'image'
  if (family === 'video') return 'video'
  return family === 'audio' ? 'audio' : 'application'
}
