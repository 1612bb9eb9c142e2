import { parseVcard } from '@balcao/contracts'
import { SECOND } from '@balcao/kernel'

import type { Contact } from '../contacts'
import type { Message, MessageDocument } from '../messages'

/** What a webhook is told of: a message, and where its file is read; undefined without one. */
export interface ToldMessage {
  message: Message
  document: MessageDocument
  contact: Pick<Contact, 'name' | 'number'>
  mediaUrl: string | undefined
}

/* Baileys' name for a message with a file of this kind. */
const mediaNames: Readonly<Record<string, string>> = {
  image: 'imageMessage',
  video: 'videoMessage',
  audio: 'audioMessage',
  sticker: 'stickerMessage',
}

const orAbsent = (measure: number | undefined): number | undefined => measure || undefined

/* As Baileys has it, but `url` is a link of ours to the decrypted file. */
function describeMedia({ message: { kind }, document, mediaUrl }: ToldMessage): object {
  const { media, body } = document
  const file = {
    url: mediaUrl,
    mimetype: media?.mimeType,
    caption: body,
    fileName: media?.name,
    fileLength: media?.sizeBytes,
    seconds: orAbsent(media?.durationSeconds),
    width: orAbsent(media?.width),
    height: orAbsent(media?.height),
  }
  return { [mediaNames[kind] ?? 'documentMessage']: file }
}

function describeContent(told: ToldMessage): object {
  const { message, document } = told
  const { location, vcard } = document
  if (document.media || message.mediaState !== '') return describeMedia(told)
  if (location)
    return {
      locationMessage: {
        degreesLatitude: location.latitude,
        degreesLongitude: location.longitude,
        name: location.name,
        address: location.address,
      },
    }
  if (vcard !== '') return { contactMessage: { displayName: parseVcard(vcard)?.name ?? '', vcard } }
  return { conversation: document.body }
}

/**
 * The message as Baileys has it, which flows of this family of products read, and what they need to answer. `mediaUrl` is null for a
 * message without a file, and for one whose file could not be had: then `mediaState` says why. `choiceId` is that of the choice that was tapped.
 */
export function buildWebhookBody(told: ToldMessage): object {
  const { message, contact, mediaUrl } = told
  return {
    key: { remoteJid: message.remoteJid, fromMe: false, id: message.waId ?? message.id },
    message: describeContent(told),
    messageType: message.kind,
    choiceId: told.document.choiceId ?? null,
    mediaUrl: mediaUrl ?? null,
    mediaState: message.mediaState || null,
    pushName: contact.name,
    messageTimestamp: Math.floor(message.createdAt.getTime() / SECOND),
    ticket: { id: message.ticketId, queueId: message.queueId ?? null },
    contact: { name: contact.name, number: contact.number },
    connectionId: message.connectionId,
    companyId: message.companyId,
  }
}
