import type { AdReply, Choices, Location } from '../gen/desk/messaging/v1/messaging_events'
import type { ContactSnapshot, MessageSnapshot, Reaction } from '../gen/desk/tickets/v1/tickets_events'
import {
  mediaStates,
  parseMediaWait,
  messageMarks,
  type AdView,
  type ChoicesView,
  type MediaWait,
  type MessageView,
  type ReactionView,
} from '../http/messages.routes'
import { messageKinds } from '../http/tickets.routes'
import { companyId } from '../ids/ids'
import { choicesKinds } from '../rules/choices'
import { contactView } from './contact-views'
import { mediaView } from './media-view'
import { iso, parseOneOf, type SignMedia } from './view-fields'

/* Most frequent first; among equals the one that was there first. */
function reactionViews(reactions: readonly Reaction[]): ReactionView[] {
  const views = new Map<string, ReactionView>()
  for (const { emoji, byUs, name } of reactions) {
    const view = views.get(emoji) ?? { emoji, count: 0, mine: false, names: [] }
    view.count += 1
    if (byUs) view.mine = true
    else view.names.push(name)
    views.set(emoji, view)
  }
  return [...views.values()].sort((left, right) => right.count - left.count)
}

/* Parts are told apart by pipes, so a part has none. The image is empty: the phone's preview is not kept. */
const locationBody = ({ latitude, longitude, name, address }: Location): string => {
  const link = `https://maps.google.com/maps?q=${latitude}%2C${longitude}&z=17`
  const description = [name, address].filter(Boolean).join(', ').replaceAll('|', ' ')
  return ['', link, ...(description === '' ? [] : [description])].join('|')
}

/* Untrusted input: only http(s) links, only JPEG thumbnails. */
const adView = ({ title, body, url, sourceType, sourceId, thumbnail }: AdReply): AdView => ({
  title,
  body,
  url: /^https?:\/\//i.test(url) ? url : null,
  sourceType,
  sourceId,
  thumbnail: thumbnail === '' ? null : `data:image/jpeg;base64,${thumbnail}`,
})

const choicesView = ({ kind, text, button, options, url }: Choices): ChoicesView => ({
  kind: parseOneOf(choicesKinds, kind, 'buttons'),
  text,
  button,
  options: options.map(({ id, title, description }) => ({ id, title, description })),
  url: /^https?:\/\//i.test(url) ? url : null,
})

const findSenderId = ({ fromMe, userId, contactId }: MessageSnapshot): number | null =>
  fromMe ? (userId ?? null) : contactId

const chooseBody = ({ location, kind, vcard, body }: MessageSnapshot): string => {
  if (location) return locationBody(location)
  return kind === 'vcard' ? vcard : body
}

const findWait = ({ mediaState, mediaWait }: MessageSnapshot): MediaWait | null =>
  (mediaState === 'pending' && parseMediaWait(mediaWait)) || null

/** `contact` is the ticket's, where it is at hand. */
export function messageView(
  message: MessageSnapshot,
  sign: SignMedia,
  contact?: ContactSnapshot,
): MessageView {
  const media = message.media?.key ? mediaView(companyId(message.companyId), message.media, sign) : null
  return {
    id: message.id,
    ticketId: message.ticketId,
    contactId: message.contactId,
    ...(contact && { contact: contactView(contact, sign) }),
    companyId: message.companyId,
    seq: message.seq,
    body: chooseBody(message),
    fromMe: message.fromMe,
    mediaType: parseOneOf(messageKinds, message.kind, 'unsupported'),
    mediaUrl: media?.url ?? null,
    media,
    medias: media ? [media] : [],
    mediaState: mediaStates.find((state) => state === message.mediaState) ?? null,
    mediaWait: findWait(message),
    quotedMsg: message.quoted
      ? {
          id: message.quoted.id,
          body: message.quoted.body,
          mediaType: parseOneOf(messageKinds, message.quoted.kind, 'unsupported'),
          fromMe: message.quoted.fromMe,
          senderName: message.quoted.senderName,
        }
      : null,
    ack: message.ack,
    failure: message.failure || null,
    read: message.read,
    isDeleted: message.deleted,
    isEdited: message.edited,
    clientId: message.clientId || null,
    senderName: message.senderName,
    senderId: findSenderId(message),
    userId: message.userId ?? null,
    location: message.location
      ? {
          latitude: message.location.latitude,
          longitude: message.location.longitude,
          name: message.location.name,
          address: message.location.address,
        }
      : null,
    ad: message.ad ? adView(message.ad) : null,
    choices: message.choices ? choicesView(message.choices) : null,
    choiceId: message.choiceId || null,
    transcript: message.transcript || null,
    marks: messageMarks.filter((mark) => message.marks.includes(mark)),
    reactions: reactionViews(message.reactions),
    createdAt: iso(message.createdAt),
    updatedAt: iso(message.updatedAt),
  }
}
