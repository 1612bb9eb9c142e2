import type { proto } from '@whiskeysockets/baileys'

import type { MessageTarget } from '../../../../features/whatsapp-driver'
import type { ReadContent } from './content'
import { layersOf } from './layers'
import { bareJid, isOwn, isSamePerson, type OwnAccount, type Sender } from './sender'

/**
 * Why a message has no effect. `absurd`: more wrappers than any app makes. `foreign-copy`: says to be a copy of what our
 * other device sent, and is not from one. `self-only`: an order that only our own phone may give. `not-the-writer`: edits
 * or deletes what somebody else wrote. `no-writer`: does not tell whose message it is about.
 */
export type DropReason = 'absurd' | 'foreign-copy' | 'self-only' | 'not-the-writer' | 'no-writer'

type ProtocolType = proto.Message.ProtocolMessage.Type

/*
 * What other people may send: deletions, edits, and settings of the chat that change nothing here (disappearing
 * messages, a shared number, welcome, feedback, reminders, status mentions, sharing, a member's label). Everything else,
 * and every type this build does not know, is between our own devices: history, keys, mappings, answers to requests.
 */
const foreignTypes: readonly ProtocolType[] = [0, 3, 4, 11, 14, 18, 19, 23, 25, 27, 30]

const isForeignType = (type: ProtocolType | null | undefined): boolean =>
  type == null || foreignTypes.includes(type)

/* Our devices talk to each other in the chat of our number with itself. */
const isBetweenOurDevices = (sender: Sender, own: OwnAccount): boolean =>
  sender.isOurs && isOwn(sender.chat, own)

/**
 * Why a decrypted message must not have any effect, or undefined when it may. Ask before anything acts on it.
 * @param message with everything that is wrapped around it, `deviceSentMessage` too.
 */
export function refusalOf(message: proto.IMessage, sender: Sender, own: OwnAccount): DropReason | undefined {
  const { layers, isWhole } = layersOf(message)
  if (!isWhole) return 'absurd'
  if (!sender.isOurs && layers.some((layer) => layer.deviceSentMessage)) return 'foreign-copy'
  const isOrder = layers.some((layer) => layer.protocolMessage && !isForeignType(layer.protocolMessage.type))
  return isOrder && !isBetweenOurDevices(sender, own) ? 'self-only' : undefined
}

export type Aimed = { target: MessageTarget } | { refused: DropReason }

interface Aim {
  key: proto.IMessageKey
  sender: Sender
  own: OwnAccount
}

const isAuthor = (jid: string, { author, authorAlt }: Sender): boolean =>
  isSamePerson(jid, author) || isSamePerson(jid, authorAlt)

/*
 * Who wrote the message that a key names. The key is in its sender's view: its `fromMe` is the sender's own, and in a
 * chat of two what is not the sender's is the other's.
 */
function writerOf({ key, sender, own }: Aim): { isOurs: boolean; jid: string } | undefined {
  const { chat, author, isOurs, isGroup } = sender
  if (key.fromMe) return { isOurs, jid: author }
  if (!isGroup)
    return isOurs ? { isOurs: isOwn(chat, own), jid: chat } : { isOurs: true, jid: own.pn || own.lid }
  const named = key.participant ?? ''
  if (named === '') return undefined
  return isAuthor(named, sender)
    ? { isOurs, jid: author }
    : { isOurs: isOwn(named, own), jid: bareJid(named) }
}

/* The chat is the envelope's, whatever the key says: nobody reaches into another chat. */
const targetOf = ({ key, sender }: Aim, writer: { isOurs: boolean; jid: string }): MessageTarget => ({
  remoteJid: sender.chat,
  participant: sender.isGroup ? writer.jid : '',
  fromMe: writer.isOurs,
  waId: key.id ?? '',
})

const isWrittenBySender = ({ sender }: Aim, writer: { isOurs: boolean; jid: string }): boolean =>
  sender.isOurs ? writer.isOurs : !writer.isOurs && isAuthor(writer.jid, sender)

/** The message a reaction sits on, in our view: `fromMe` is a message of ours. */
export function aimReaction(aim: Aim): Aimed {
  const writer = writerOf(aim)
  return writer ? { target: targetOf(aim, writer) } : { refused: 'no-writer' }
}

/**
 * The message that an edit or a deletion is about, in our view. Both are for who wrote it; an administrator of a group
 * may delete what others wrote. Our own phone is believed to be one.
 * @param isAdmin whether the sender is known to be one of the group's administrators.
 */
export function aimRevision(aim: Aim, { deleted, isAdmin }: { deleted: boolean; isAdmin: boolean }): Aimed {
  const writer = writerOf(aim)
  if (!writer) return { refused: 'no-writer' }
  const mayDelete = deleted && aim.sender.isGroup && (isAdmin || aim.sender.isOurs)
  if (!mayDelete && !isWrittenBySender(aim, writer)) return { refused: 'not-the-writer' }
  return { target: targetOf(aim, writer) }
}

export type CheckedContent =
  | Extract<ReadContent, { as: 'message' | 'nothing' }>
  | { as: 'reaction'; target: MessageTarget; emoji: string }
  | { as: 'revision'; target: MessageTarget; deleted: boolean; body: string }
  | { as: 'dropped'; why: DropReason }

/**
 * What was read, with its targets in our view, or why it has no effect. For a message that `refusalOf` let pass.
 * @param isAdmin asked for only where the answer decides.
 */
export function checkContent(
  content: ReadContent,
  sender: Sender,
  own: OwnAccount,
  isAdmin: boolean,
): CheckedContent {
  if (content.as !== 'reaction' && content.as !== 'revision') return content
  const aim = { key: content.target, sender, own }
  const aimed =
    content.as === 'reaction' ? aimReaction(aim) : aimRevision(aim, { deleted: content.deleted, isAdmin })
  return 'refused' in aimed ? { as: 'dropped', why: aimed.refused } : { ...content, target: aimed.target }
}
