import type { proto } from '@whiskeysockets/baileys'

import { nothing, unsupported, type ReadContent, type Reading } from './content'
import { saneId, saneText } from './sane-values'

type ProtocolType = proto.Message.ProtocolMessage.Type

export const REVOKE: ProtocolType = 0
export const MESSAGE_EDIT: ProtocolType = 14

/** The key as received: `fromMe` is in the sender's view, and the sender checks convert it. Undefined without an id. */
function targetOf(key: proto.IMessageKey | null | undefined): proto.IMessageKey | undefined {
  const id = saneId(key?.id)
  if (id === '') return undefined
  return {
    id,
    remoteJid: saneId(key?.remoteJid),
    participant: saneId(key?.participant),
    fromMe: key?.fromMe === true,
  }
}

/**
 * Edits and deletions; every other protocol message between devices is not a message.
 * @param read reads the content after the edit.
 */
export function readProtocol(
  message: proto.Message.IProtocolMessage,
  read: (edited: proto.IMessage | null | undefined) => ReadContent,
): Reading {
  if (message.type !== REVOKE && message.type !== MESSAGE_EDIT) return nothing
  const target = targetOf(message.key)
  if (!target) return nothing
  if (message.type === REVOKE) return { as: 'revision', target, deleted: true, body: '' }
  const edited = read(message.editedMessage)
  const isReadable = edited.as === 'message' && edited.kind !== 'unsupported'
  return isReadable ? { as: 'revision', target, deleted: false, body: edited.body } : unsupported
}

/** UTF-16 units: one emoji may consist of many code points. */
const MAX_EMOJI = 64

export function readReaction({ key, text }: proto.Message.IReactionMessage): Reading {
  const target = targetOf(key)
  const emoji = saneText(text, MAX_EMOJI * 8)
  if (!target || emoji.length > MAX_EMOJI) return nothing
  return { as: 'reaction', target, emoji: emoji.trim() }
}
