import { readVcard, splitVcards } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'
import type { proto } from '@whiskeysockets/baileys'

import type {
  Address,
  LinkPreview,
  Location,
  OutboundEdit,
  OutboundMessage,
  OutboundReaction,
  OutboundRevoke,
} from '../../../../features/whatsapp-driver'
import { toJid } from '../jids'
import { MESSAGE_EDIT, REVOKE } from './read-protocol'
import { sanitizeLine } from './sanitize-values'
import { chooseCaption, type UploadedMedia } from './upload-media'

/**
 * Arguments of `relayMessage(jid, message, { messageId: waId, additionalAttributes })`, which fetches nothing and
 * adds no preview.
 */
export interface OutboundContent {
  message: proto.IMessage
  additionalAttributes: Record<string, string>
}

export interface Author {
  /** Our own number and LID as JIDs without a device; '' while one is unknown. */
  own: { pn: string; lid: string }
  /** 32 bytes; the recipient's reporting token and later edits are derived from them. A retry must pass the same bytes. */
  messageSecret: Uint8Array
  now: Date
}

const LID = '@lid'

/** `jid` in place of the chat: where the server wants it sent. */
type Resolved<T> = Omit<T, 'chat'> & { jid: string }

export type ResolvedMessage = Resolved<OutboundMessage>

function chooseQuotedAuthor({ quoted, jid }: ResolvedMessage, { own }: Author): string {
  if (quoted?.author) return toJid(quoted.author)
  if (!quoted?.fromMe) return jid
  return (jid.endsWith(LID) && own.lid) || own.pn
}

function buildContextInfo(message: ResolvedMessage, author: Author): proto.IContextInfo | undefined {
  const { quoted, isForwarded } = message
  if (!quoted) return isForwarded ? { isForwarded, forwardingScore: 1 } : undefined
  return {
    stanzaId: quoted.waId,
    participant: chooseQuotedAuthor(message, author),
    quotedMessage: { conversation: quoted.body },
  }
}

const decodeBase64 = (base64: string): Buffer => Buffer.from(base64, 'base64')

const toThumbnailField = ({ thumbnail }: UploadedMedia) =>
  thumbnail === '' ? {} : { jpegThumbnail: decodeBase64(thumbnail) }

const toSizeFields = ({ width, height }: UploadedMedia) => (width > 0 && height > 0 ? { width, height } : {})

function buildFileMessage(
  uploaded: UploadedMedia,
  caption: string,
  contextInfo: proto.IContextInfo | undefined,
): proto.IMessage {
  const file = {
    url: uploaded.url,
    directPath: uploaded.directPath,
    mediaKey: decodeBase64(uploaded.mediaKey),
    fileSha256: decodeBase64(uploaded.fileSha256),
    fileEncSha256: decodeBase64(uploaded.fileEncSha256),
    fileLength: uploaded.fileLength,
    mediaKeyTimestamp: uploaded.mediaKeyTimestamp,
    mimetype: uploaded.mimetype,
    contextInfo,
  }
  const captionField = caption === '' ? {} : { caption }
  switch (uploaded.type) {
    case 'image':
      return {
        imageMessage: { ...file, ...captionField, ...toThumbnailField(uploaded), ...toSizeFields(uploaded) },
      }
    case 'video':
      return {
        videoMessage: {
          ...file,
          ...captionField,
          ...toDurationField(uploaded),
          ...toSizeFields(uploaded),
          ...toThumbnailField(uploaded),
        },
      }
    case 'sticker':
      return { stickerMessage: { ...file, ...toSizeFields(uploaded) } }
    case 'audio':
      return { audioMessage: { ...file, ...toAudioFields(uploaded) } }
    case 'document':
      return {
        documentMessage: {
          ...file,
          ...captionField,
          ...toThumbnailField(uploaded),
          ...toNameFields(uploaded),
        },
      }
  }
}

const toNameFields = ({ name }: UploadedMedia) => ({ fileName: name, title: name })

const toDurationField = ({ durationSeconds }: Pick<UploadedMedia, 'durationSeconds'>) =>
  durationSeconds > 0 ? { seconds: durationSeconds } : {}

const toAudioFields = ({ durationSeconds, isVoiceNote, waveform }: UploadedMedia) => ({
  ptt: isVoiceNote,
  ...toDurationField({ durationSeconds }),
  ...(waveform === '' ? {} : { waveform: decodeBase64(waveform) }),
})

const buildLocationMessage = (
  { latitude, longitude, name, address }: Location,
  contextInfo?: proto.IContextInfo,
): proto.IMessage => ({
  locationMessage: { degreesLatitude: latitude, degreesLongitude: longitude, name, address, contextInfo },
})

const toContactMessage = (vcard: string): proto.Message.IContactMessage => ({
  displayName: sanitizeLine(readVcard(vcard).name),
  vcard,
})

function buildContactMessage(vcard: string, contextInfo?: proto.IContextInfo): proto.IMessage {
  const contacts = splitVcards(vcard).map(toContactMessage)
  const [only, ...others] = contacts
  if (!only) throw new AppError('ERR_CREATING_MESSAGE', { detail: 'a contact without a card' })
  if (others.length === 0) return { contactMessage: { ...only, contextInfo } }
  return { contactsArrayMessage: { displayName: `${contacts.length} contatos`, contacts, contextInfo } }
}

function buildContent(
  message: ResolvedMessage,
  uploaded: UploadedMedia | undefined,
  author: Author,
): proto.IMessage {
  const contextInfo = buildContextInfo(message, author)
  if (message.media) {
    if (!uploaded) throw new AppError('ERR_CREATING_MESSAGE', { detail: 'a file that was not uploaded' })
    return buildFileMessage(uploaded, chooseCaption(message), contextInfo)
  }
  if (message.location) return buildLocationMessage(message.location, contextInfo)
  if (message.vcard) return buildContactMessage(message.vcard, contextInfo)
  if (message.body.trim() === '')
    throw new AppError('ERR_CREATING_MESSAGE', { detail: 'a message without anything in it' })
  return { extendedTextMessage: { text: message.body, contextInfo } }
}

const withMessageSecret = (message: proto.IMessage, { messageSecret }: Author): proto.IMessage => ({
  ...message,
  messageContextInfo: { messageSecret },
})

/**
 * The protobuf of a message. Deterministic: the same input gives the same message.
 * @param uploaded the answer of `uploadMedia`, for a message with a file.
 * @throws {AppError} ERR_CREATING_MESSAGE for a message without content.
 */
export function buildOutboundContent(
  message: ResolvedMessage,
  uploaded: UploadedMedia | undefined,
  author: Author,
): OutboundContent {
  return {
    message: withMessageSecret(buildContent(message, uploaded, author), author),
    additionalAttributes: {},
  }
}

/** The same text message with the preview of its link. */
export function addLinkPreview(message: proto.IMessage, preview: LinkPreview | undefined): proto.IMessage {
  if (!preview) return message
  const { matchedText, title, description, thumbnail } = preview
  const picture = thumbnail.length > 0 ? { jpegThumbnail: thumbnail } : {}
  const shown = { matchedText, title, description, previewType: 0, ...picture }
  return { ...message, extendedTextMessage: { ...message.extendedTextMessage, ...shown } }
}

/*
 * Phones that cannot decrypt it show nothing in its place (`decrypt-fail="hide"`; whatsmeow send.go, prepareMessageNode, 2026-08-21).
 * The library sets that for reactions and pins alone: it looks for the property of a pin, its encoder for an own one.
 */
const hideWhenUndecryptable = (message: proto.IMessage): proto.IMessage =>
  Object.setPrototypeOf(message, PIN) as proto.IMessage
const PIN: proto.IMessage = Object.freeze({ pinInChatMessage: Object.freeze({}) })

/** The new text of an own message. */
export function buildEdit(
  { jid: remoteJid, targetWaId, body }: Resolved<OutboundEdit>,
  author: Author,
): OutboundContent {
  if (body.trim() === '') throw new AppError('ERR_CREATING_MESSAGE', { detail: 'an edit to nothing' })
  const protocolMessage: proto.Message.IProtocolMessage = {
    key: { remoteJid, fromMe: true, id: targetWaId },
    type: MESSAGE_EDIT,
    editedMessage: { extendedTextMessage: { text: body } },
    timestampMs: author.now.getTime(),
  }
  return {
    message: hideWhenUndecryptable(withMessageSecret({ protocolMessage }, author)),
    additionalAttributes: { edit: '1' },
  }
}

const toParticipantField = (author: Address | undefined) => (author ? { participant: toJid(author) } : {})

/** Deletes an own message for everyone. */
export function buildRevoke(
  { jid: remoteJid, targetWaId, author }: Resolved<OutboundRevoke>,
  by: Author,
): OutboundContent {
  const key = { remoteJid, fromMe: true, id: targetWaId, ...toParticipantField(author) }
  return {
    message: hideWhenUndecryptable(withMessageSecret({ protocolMessage: { key, type: REVOKE } }, by)),
    additionalAttributes: { edit: '7' },
  }
}

/** Our reaction to any message. The server accepts no reporting token on reactions, so they have no message secret. */
export function buildReaction(
  { jid: remoteJid, target, emoji }: OutboundReaction & { jid: string },
  { now }: Pick<Author, 'now'>,
): OutboundContent {
  const { fromMe, waId: id, author } = target
  const key = { remoteJid, fromMe, id, ...toParticipantField(author) }
  const reactionMessage = { key, text: emoji, senderTimestampMs: now.getTime() }
  return { message: { reactionMessage }, additionalAttributes: {} }
}
