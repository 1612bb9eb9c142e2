import type { proto, WAMessage } from '@whiskeysockets/baileys'

import { resolveSender, type Envelope, type OwnAccount, type Sender } from './content/sender'
import type { JournalEntry } from './journal-entry'
import type { BaileysModule } from './load-baileys'

/** A message with its author and chat as the server states them. */
export interface ReceivedMessage {
  sender: Sender
  /** The chat's other address as the server states it, or ''. */
  chatAlt: string
  waId: string
  /** The author's push name. */
  name: string
  sentAt: Date
  isViewOnce: boolean
  content: proto.IMessage
}

const toDate = (seconds: unknown) => new Date(Number(seconds ?? 0) * 1_000)
const firstNonEmpty = (...names: (string | null | undefined)[]) => names.find(Boolean) ?? ''

/** Undefined for an envelope that contradicts itself. @throws for a plaintext that is not a message. */
export function readReceived(
  baileys: BaileysModule,
  own: OwnAccount,
  { envelope, plaintext }: Pick<JournalEntry, 'envelope' | 'plaintext'>,
): ReceivedMessage | undefined {
  const { id, from, participant, recipient, notify, t } = envelope
  const sender = resolveSender(
    {
      from: from ?? '',
      participant: participant ?? '',
      recipient: recipient ?? '',
      authorAlt: chooseAuthorAlt(envelope),
      claimsFromMe: false,
    },
    own,
  )
  if (!sender || !id) return undefined
  return {
    sender,
    chatAlt: recipient ? chooseRecipientAlt(envelope) : sender.isGroup ? '' : sender.authorAlt,
    waId: id,
    name: notify ?? '',
    sentAt: toDate(t),
    isViewOnce: false,
    content: baileys.proto.Message.decode(plaintext),
  }
}

const chooseAuthorAlt = (envelope: Record<string, string>) =>
  firstNonEmpty(envelope.participant_lid, envelope.participant_pn, envelope.sender_lid, envelope.sender_pn)

const chooseRecipientAlt = (envelope: Record<string, string>) =>
  firstNonEmpty(
    envelope.recipient_lid,
    envelope.recipient_pn,
    envelope.peer_recipient_lid,
    envelope.peer_recipient_pn,
  )

/** The fields that are read of a message from the phone. */
export type PhoneMessage = Pick<WAMessage, 'key' | 'message' | 'messageTimestamp' | 'pushName'>

/** A message of the phone's history, or one that the phone sent on request: it has a key in place of an envelope. */
export function readFromPhone(own: OwnAccount, message: PhoneMessage): ReceivedMessage | undefined {
  const { key, pushName, messageTimestamp, message: content } = message
  const remote = key.remoteJid ?? ''
  const isOurs = key.fromMe === true
  const me = own.pn || own.lid
  const hasParticipants = remote.endsWith('@g.us') || remote.endsWith('@broadcast')
  const envelope: Envelope = {
    from: hasParticipants || !isOurs ? remote : me,
    participant: hasParticipants ? (isOurs ? me : (key.participant ?? '')) : '',
    recipient: !hasParticipants && isOurs ? remote : '',
    authorAlt: firstNonEmpty(key.participantAlt, isOurs ? '' : key.remoteJidAlt),
    claimsFromMe: isOurs,
  }
  const sender = resolveSender(envelope, own)
  if (!sender || !content || !key.id) return undefined
  return {
    sender,
    chatAlt: hasParticipants ? '' : (key.remoteJidAlt ?? ''),
    waId: key.id,
    name: pushName ?? '',
    sentAt: toDate(messageTimestamp),
    isViewOnce: key.isViewOnce === true,
    content,
  }
}
