import type { proto } from '@whiskeysockets/baileys'

import { nothing, unsupported, type ReadContent, type Reading } from './content'
import { sanitizeId, sanitizeText } from './sanitize-values'

type ProtocolType = proto.Message.ProtocolMessage.Type

export const REVOKE: ProtocolType = 0
export const MESSAGE_EDIT: ProtocolType = 14

/** The key as received: `fromMe` is in the sender's view, and the sender checks convert it. Undefined without an id. */
function readTarget(key: proto.IMessageKey | null | undefined): proto.IMessageKey | undefined {
  const id = sanitizeId(key?.id)
  if (id === '') return undefined
  return {
    id,
    remoteJid: sanitizeId(key?.remoteJid),
    participant: sanitizeId(key?.participant),
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
  const target = readTarget(message.key)
  if (!target) return nothing
  if (message.type === REVOKE) return { as: 'revision', target, deleted: true, body: '' }
  const edited = read(message.editedMessage)
  const isReadable = edited.as === 'message' && edited.kind !== 'unsupported'
  return isReadable ? { as: 'revision', target, deleted: false, body: edited.body } : unsupported
}

/** UTF-16 units: one emoji may consist of many code points. */
const MAX_EMOJI = 64

export function readReaction({ key, text }: proto.Message.IReactionMessage): Reading {
  const target = readTarget(key)
  const emoji = sanitizeText(text, MAX_EMOJI * 8)
  if (!target || emoji.length > MAX_EMOJI) return nothing
  return { as: 'reaction', target, emoji: emoji.trim() }
}
