import { createHash } from 'node:crypto'

import { cleanText, DAY } from '@balcao/kernel'

import type { AdReply, InboundMedia, InboundMessage, Location, Person } from '../whatsapp-driver'

const LONGEST_BODY = 65_536
const LONGEST_VCARD = 65_536
const LONGEST_NAME = 255
const LONGEST_PLACE = 1_000
const LONGEST_ID = 128
const LONGEST_THUMBNAIL = 22_000
/** WhatsApp's first year. */
const FIRST_SENT = Date.UTC(2009, 0, 1)

/** Text that fits and that Postgres and JSON can hold; a character is never cut in half. */
export const boundedText = (text: string, longest: number): string =>
  cleanText(text.length > longest ? text.slice(0, longest) : text)

export const boundedBody = (body: string): string => boundedText(body, LONGEST_BODY)

/** An id of the network, chosen by whoever sent it. One that no client of theirs would choose is known by its digest. */
export function boundedId(id: string): string {
  const clean = cleanText(id)
  return clean.length <= LONGEST_ID ? clean : `long:${createHash('sha256').update(clean).digest('hex')}`
}

/** When it was sent, as far as that can be: a time before WhatsApp or more than a day ahead is the time it came. */
export function saneTime(sentAt: Date, now: Date): Date {
  const at = sentAt.getTime()
  return at >= FIRST_SENT && at <= now.getTime() + DAY ? sentAt : now
}

export const boundedPerson = ({ number, lid, name }: Person): Person => ({
  number: boundedText(number, LONGEST_ID),
  lid: boundedText(lid, LONGEST_ID),
  name: boundedText(name, LONGEST_NAME),
})

const boundedLocation = (location: Location): Location => ({
  ...location,
  name: boundedText(location.name, LONGEST_PLACE),
  address: boundedText(location.address, LONGEST_PLACE),
})

const boundedAd = (ad: AdReply): AdReply => ({
  title: boundedText(ad.title, LONGEST_PLACE),
  body: boundedText(ad.body, LONGEST_PLACE),
  url: boundedText(ad.url, 2 * LONGEST_PLACE),
  sourceType: boundedText(ad.sourceType, LONGEST_ID),
  sourceId: boundedText(ad.sourceId, LONGEST_ID),
  // Half a picture is none.
  thumbnail: ad.thumbnail.length <= LONGEST_THUMBNAIL ? ad.thumbnail : '',
})

/* Field by field: a driver's file may be an object of a class. */
const boundedFile = (media: InboundMedia): InboundMedia => ({
  name: boundedText(media.name, LONGEST_NAME),
  claimedMimeType: boundedText(media.claimedMimeType, LONGEST_NAME),
  durationSeconds: media.durationSeconds,
  sizeBytes: media.sizeBytes,
  reference: media.reference,
  open: () => media.open(),
})

/** What a stranger sent, within what can be kept: nothing a contact writes may stop its chat. */
export function saneMessage(message: InboundMessage, now: Date): InboundMessage {
  const { media, location, sender, ad } = message
  return {
    ...message,
    waId: boundedId(message.waId),
    quotedWaId: boundedId(message.quotedWaId),
    contact: boundedPerson(message.contact),
    sender: sender && boundedPerson(sender),
    body: boundedBody(message.body),
    vcard: boundedText(message.vcard, LONGEST_VCARD),
    location: location && boundedLocation(location),
    ad: ad && boundedAd(ad),
    media: media && boundedFile(media),
    sentAt: saneTime(message.sentAt, now),
  }
}
