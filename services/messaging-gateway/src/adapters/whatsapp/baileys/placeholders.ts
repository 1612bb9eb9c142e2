import type { BinaryNode, WASocket } from '@whiskeysockets/baileys'

import { AppError, DAY, SECOND } from '@balcao/kernel'

import type { MessageTarget } from '../../../features/whatsapp-driver'
import type { ReceivedMessage, PhoneMessage } from './received-message'
import { isOwn, type OwnAccount } from './content/sender'
import { toJid } from './jids'
import { hashCiphertext, type JournalEntry } from './journal-entry'
import type { BaileysModule } from './load-baileys'

/** A message that arrived without content: it is requested from our phone, or can be read on the phone only. */
export type PlaceholderKind = 'placeholder' | 'phoneOnly' | 'viewOnce'

/*
 * Fan-outs that the web client does not request from its phone (@whiskeysockets/baileys
 * 7.0.0-rc14 Socket/messages-recv.js, handleMessage; the first from
 * Utils/decode-wa-message.js, whatsmeow types/events/events.go UnavailableType).
 */
const phoneOnly: Partial<Record<string, PlaceholderKind>> = {
  view_once: 'viewOnce',
  view_once_unavailable_fanout: 'viewOnce',
  bot_unavailable_fanout: 'phoneOnly',
  hosted_unavailable_fanout: 'phoneOnly',
}

/*
 * The web client requests no older ones (@whiskeysockets/baileys
 * 7.0.0-rc14 Defaults/index.js, PLACEHOLDER_MAX_AGE_SECONDS).
 */
const MAX_AGE_MS = 14 * DAY

const listChildren = ({ content }: BinaryNode): BinaryNode[] => (Array.isArray(content) ? content : [])

const isChat = (jid: string): boolean =>
  jid !== '' && jid !== 'status@broadcast' && !jid.endsWith('@newsletter')

const chooseKindByAge = (sentAtSeconds: string | undefined, now: Date): PlaceholderKind =>
  Number(sentAtSeconds ?? 0) * SECOND < now.getTime() - MAX_AGE_MS ? 'phoneOnly' : 'placeholder'

/**
 * The kind of placeholder for a `message` stanza without a ciphertext; undefined
 * for every other stanza. Messages from click-to-WhatsApp ads arrive like that
 * (WhiskeySockets/Baileys #1723, #2334): Meta encrypts them for the phone only.
 */
export function findPlaceholderKind(stanza: BinaryNode, now: Date): PlaceholderKind | undefined {
  const { id, from = '', category, t } = stanza.attrs
  const children = listChildren(stanza)
  if (!id || !isChat(from) || category === 'peer') return undefined
  if (children.some(({ tag }) => tag === 'enc' || tag === 'plaintext')) return undefined
  const type = children.find(({ tag }) => tag === 'unavailable')?.attrs.type ?? ''
  return phoneOnly[type] ?? chooseKindByAge(t, now)
}

/** The journal entry of such a stanza; the same one for a redelivery. */
export function toPlaceholderEntry(
  stanza: BinaryNode,
  now: Date,
): (JournalEntry & { placeholder: PlaceholderKind }) | undefined {
  const placeholder = findPlaceholderKind(stanza, now)
  if (!placeholder) return undefined
  const envelope = { ...stanza.attrs }
  const { id = '', from = '', participant = '' } = envelope
  const hash = hashCiphertext(`${from}/${participant}`, 'unavailable', Buffer.from(id))
  return { hash, envelope, plaintext: new Uint8Array(), placeholder }
}

/** The kind of placeholder for a message that could not be decrypted. */
export const chooseUndecryptedKind = (envelope: Record<string, string>, now: Date): PlaceholderKind =>
  chooseKindByAge(envelope.t, now)

/** The phone's answer to `requestFromPhone`; empty for every other message. Accepted from the phone itself, device 0, only. */
export function readPhoneAnswers(
  baileys: BaileysModule,
  own: OwnAccount,
  envelope: Record<string, string>,
  { sender, content }: ReceivedMessage,
): PhoneMessage[] {
  const isPhone = sender.isOurs && isOwn(sender.chat, own) && !/:(?!0@)\d+@/.test(envelope.from ?? '')
  const response = content.protocolMessage?.peerDataOperationRequestResponseMessage
  if (!isPhone || !response) return []
  return (response.peerDataOperationResult ?? []).flatMap(({ placeholderMessageResendResponse: given }) => {
    const info = decodeMessageInfo(baileys, given?.webMessageInfoBytes)
    return info?.key ? [{ ...info, key: info.key }] : []
  })
}

/* An undecodable part counts as missing and is requested again; the rest of the answer is used. */
function decodeMessageInfo(baileys: BaileysModule, bytes: Uint8Array | null | undefined) {
  if (!bytes?.length) return undefined
  try {
    const { key, message, messageTimestamp, pushName } = baileys.proto.WebMessageInfo.decode(bytes)
    return { key, message, messageTimestamp, pushName }
  } catch {
    return undefined
  }
}

/**
 * Requests messages from our own phone, in one stanza. Resolves when it has been sent; the answer arrives as a
 * message of the phone.
 * @throws {AppError} ERR_UNAVAILABLE
 */
export async function requestFromPhone(
  baileys: BaileysModule,
  sock: Pick<WASocket, 'sendPeerDataOperationMessage'>,
  targets: readonly MessageTarget[],
): Promise<void> {
  const { PLACEHOLDER_MESSAGE_RESEND } = baileys.proto.Message.PeerDataOperationRequestType
  try {
    await sock.sendPeerDataOperationMessage({
      peerDataOperationRequestType: PLACEHOLDER_MESSAGE_RESEND,
      placeholderMessageResendRequest: targets.map(({ chat, author, fromMe, waId: id }) => ({
        messageKey: { remoteJid: toJid(chat), fromMe, id, ...(author && { participant: toJid(author) }) },
      })),
    })
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('ERR_UNAVAILABLE', { cause: error })
  }
}
