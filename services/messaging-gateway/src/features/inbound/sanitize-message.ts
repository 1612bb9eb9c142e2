import { createHash } from 'node:crypto'

import { choiceLimits } from '@balcao/contracts'
import { cleanText, DAY } from '@balcao/kernel'

import type { AdReply, InboundMedia, InboundMessage, Location, Person } from '../whatsapp-driver'
import type { MessageIdentity } from './inbound.store'
import { toIdentity } from './message-identity'

const LONGEST_BODY = 65_536
const LONGEST_VCARD = 65_536
const LONGEST_NAME = 255
const LONGEST_DETAIL = 1_000
const LONGEST_ID = 128
/** Country, dot and 128 characters, with the parent's mark (business-scoped-user-ids, 6 February 2026). */
const LONGEST_BSUID = 135
const LONGEST_THUMBNAIL = 22_000
/** WhatsApp was founded in 2009. */
const FIRST_SENT = Date.UTC(2009, 0, 1)

/** At most `longest` code units, without characters that Postgres or JSON cannot store; surrogate pairs are not split. */
export const boundText = (text: string, longest: number): string =>
  cleanText(text.length > longest ? text.slice(0, longest) : text)

export const boundBody = (body: string): string => boundText(body, LONGEST_BODY)

/** A message id, chosen by the sender. One longer than any client's is replaced by its SHA-256. */
export function boundId(id: string): string {
  const clean = cleanText(id)
  return clean.length <= LONGEST_ID ? clean : `long:${createHash('sha256').update(clean).digest('hex')}`
}

/** The sender's time; `now` when it is before 2009 or more than a day ahead. */
export function boundTime(sentAt: Date, now: Date): Date {
  const at = sentAt.getTime()
  return at >= FIRST_SENT && at <= now.getTime() + DAY ? sentAt : now
}

export const boundPerson = ({ number, lid, bsuid, name }: Person): Person => ({
  number: boundText(number, LONGEST_ID),
  lid: boundText(lid, LONGEST_ID),
  ...(bsuid && { bsuid: boundText(bsuid, LONGEST_BSUID) }),
  name: boundText(name, LONGEST_NAME),
})

const boundLocation = (location: Location): Location => ({
  ...location,
  name: boundText(location.name, LONGEST_DETAIL),
  address: boundText(location.address, LONGEST_DETAIL),
})

/* Dropped rather than cut: half a JPEG is not displayed. */
const boundThumbnail = (thumbnail: string): string => (thumbnail.length <= LONGEST_THUMBNAIL ? thumbnail : '')

const boundAd = (ad: AdReply): AdReply => ({
  title: boundText(ad.title, LONGEST_DETAIL),
  body: boundText(ad.body, LONGEST_DETAIL),
  url: boundText(ad.url, 2 * LONGEST_DETAIL),
  sourceType: boundText(ad.sourceType, LONGEST_ID),
  sourceId: boundText(ad.sourceId, LONGEST_ID),
  thumbnail: boundThumbnail(ad.thumbnail),
})

/* Field by field: a driver's file may be a class instance. */
const boundFile = (media: InboundMedia): InboundMedia => ({
  name: boundText(media.name, LONGEST_NAME),
  claimedMimeType: boundText(media.claimedMimeType, LONGEST_NAME),
  durationSeconds: media.durationSeconds,
  waveform: media.waveform,
  thumbnail: media.thumbnail && boundThumbnail(media.thumbnail),
  sizeBytes: media.sizeBytes,
  reference: media.reference,
  open: () => media.open(),
})

/** A received message as it is recorded. */
export interface RecordableMessage extends Omit<InboundMessage, 'chat' | 'author'>, MessageIdentity {
  isGroup: boolean
}

/** The message with every field cut to what can be stored, so that no content makes recording fail. */
export function sanitizeMessage(received: InboundMessage, now: Date): RecordableMessage {
  const { chat, author, ...message } = received
  const { media, location, sender, ad, choiceId } = message
  return {
    ...message,
    ...toIdentity({ ...received, waId: boundId(message.waId) }),
    isGroup: 'group' in chat,
    quotedWaId: boundId(message.quotedWaId),
    contact: boundPerson(message.contact),
    sender: sender && boundPerson(sender),
    body: boundBody(message.body),
    vcard: boundText(message.vcard, LONGEST_VCARD),
    location: location && boundLocation(location),
    choiceId: choiceId && boundText(choiceId, choiceLimits.buttonId),
    ad: ad && boundAd(ad),
    media: media && boundFile(media),
    sentAt: boundTime(message.sentAt, now),
  }
}
