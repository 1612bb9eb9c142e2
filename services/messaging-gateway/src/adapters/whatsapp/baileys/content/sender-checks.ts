import type { proto } from '@whiskeysockets/baileys'

import type { ReadContent } from './content'
import { listLayers } from './layers'
import { bareJid, isOwn, isSamePerson, type OwnAccount, type Sender } from './sender'

/**
 * Why a message is ignored. `too-many-wrappers`: more wrappers than any known client uses.
 * `foreign-copy`: a `deviceSentMessage`, but not from a device of ours. `self-only`: a
 * protocol message that only our own phone may send. `not-the-author`: edits or deletes a
 * message of another author. `no-author`: does not name the author of its target.
 */
export type DropReason = 'too-many-wrappers' | 'foreign-copy' | 'self-only' | 'not-the-author' | 'no-author'

type ProtocolType = proto.Message.ProtocolMessage.Type

/*
 * Types that other people may send: deletions, edits, and settings of the chat without effect here (disappearing
 * messages, a shared number, welcome, feedback, reminders, status mentions, sharing, a member's label). Every other
 * type, also one that this build does not know, is valid between our own devices only: history, keys, mappings,
 * answers to requests.
 */
const foreignTypes: readonly ProtocolType[] = [0, 3, 4, 11, 14, 18, 19, 23, 25, 27, 30]

const isForeignType = (type: ProtocolType | null | undefined): boolean =>
  type == null || foreignTypes.includes(type)

/* Our devices exchange protocol messages in the chat of our number with itself. */
const isBetweenOurDevices = (sender: Sender, own: OwnAccount): boolean =>
  sender.isOurs && isOwn(sender.chat, own)

/**
 * Why a decrypted message must be ignored, or undefined when it is allowed. Call before anything acts on the message.
 * @param message with all its wrappers, `deviceSentMessage` included.
 */
export function findDropReason(
  message: proto.IMessage,
  sender: Sender,
  own: OwnAccount,
): DropReason | undefined {
  const { layers, isComplete } = listLayers(message)
  if (!isComplete) return 'too-many-wrappers'
  if (!sender.isOurs && layers.some((layer) => layer.deviceSentMessage)) return 'foreign-copy'
  const isOrder = layers.some((layer) => layer.protocolMessage && !isForeignType(layer.protocolMessage.type))
  return isOrder && !isBetweenOurDevices(sender, own) ? 'self-only' : undefined
}

/** The identity of a message, as JIDs without a device. */
export interface JidTarget {
  remoteJid: string
  /** The author in a group; else ''. */
  participant: string
  fromMe: boolean
  waId: string
}

export type ResolvedTarget = { target: JidTarget } | { refused: DropReason }

interface KeyInMessage {
  key: proto.IMessageKey
  sender: Sender
  own: OwnAccount
}

const isAuthor = (jid: string, { author, authorAlt }: Sender): boolean =>
  isSamePerson(jid, author) || isSamePerson(jid, authorAlt)

/*
 * The author of the message that a key names. The key is in its sender's view: `fromMe` means the sender, and in a
 * chat of two every other message is the other person's.
 */
function findTargetAuthor({ key, sender, own }: KeyInMessage): { isOurs: boolean; jid: string } | undefined {
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

/* The chat is the envelope's, whatever the key states: a key cannot name a message of another chat. */
const buildTarget = ({ key, sender }: KeyInMessage, author: { isOurs: boolean; jid: string }): JidTarget => ({
  remoteJid: sender.chat,
  participant: sender.isGroup ? author.jid : '',
  fromMe: author.isOurs,
  waId: key.id ?? '',
})

const isAuthoredBySender = ({ sender }: KeyInMessage, author: { isOurs: boolean; jid: string }): boolean =>
  sender.isOurs ? author.isOurs : !author.isOurs && isAuthor(author.jid, sender)

/** The message that a reaction refers to, in our view: `fromMe` means our own message. */
export function resolveReactionTarget(reference: KeyInMessage): ResolvedTarget {
  const author = findTargetAuthor(reference)
  return author ? { target: buildTarget(reference, author) } : { refused: 'no-author' }
}

/**
 * The message that an edit or a deletion refers to, in our view. Both are allowed to its author; a group
 * administrator may also delete messages of others. Our own phone counts as an administrator.
 * @param isAdmin whether the group's participant list has the sender as an administrator.
 */
export function resolveRevisionTarget(
  reference: KeyInMessage,
  { deleted, isAdmin }: { deleted: boolean; isAdmin: boolean },
): ResolvedTarget {
  const author = findTargetAuthor(reference)
  if (!author) return { refused: 'no-author' }
  const mayDelete = deleted && reference.sender.isGroup && (isAdmin || reference.sender.isOurs)
  if (!mayDelete && !isAuthoredBySender(reference, author)) return { refused: 'not-the-author' }
  return { target: buildTarget(reference, author) }
}

export type CheckedContent =
  | Extract<ReadContent, { as: 'message' | 'nothing' }>
  | { as: 'reaction'; target: JidTarget; emoji: string }
  | { as: 'revision'; target: JidTarget; deleted: boolean; body: string }
  | { as: 'dropped'; why: DropReason }

/**
 * The content with its targets in our view, or the reason why it
 * is ignored. Only for a message that `findDropReason` allowed.
 * @param isAdmin called only where the answer decides.
 */
export function checkContent(
  content: ReadContent,
  sender: Sender,
  own: OwnAccount,
  isAdmin: boolean,
): CheckedContent {
  if (content.as !== 'reaction' && content.as !== 'revision') return content
  const reference = { key: content.target, sender, own }
  const aimed =
    content.as === 'reaction'
      ? resolveReactionTarget(reference)
      : resolveRevisionTarget(reference, { deleted: content.deleted, isAdmin })
  return 'refused' in aimed ? { as: 'dropped', why: aimed.refused } : { ...content, target: aimed.target }
}
