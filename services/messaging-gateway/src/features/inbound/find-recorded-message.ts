import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { MessageTarget } from '../whatsapp-driver'
import { chatAliases, parseJid, toJids } from './chat-aliases'
import type { ConversationStore } from './conversation.store'
import type { InboundStore } from './inbound.store'

interface FindDeps {
  conversations: ConversationStore
  inbound: InboundStore
}

export interface FoundMessage {
  /** As it was recorded; tickets stores the same. */
  identity: MessageTarget
  /** After merges. */
  conversationId: string
}

/**
 * The message of this author in this chat, received or sent; undefined when there is none. The JID of a person's chat may be
 * another alias than when the message was recorded.
 */
export async function findRecordedMessage(
  deps: FindDeps,
  tx: Tx,
  companyId: CompanyId,
  connectionId: ConnectionId,
  target: MessageTarget,
): Promise<FoundMessage | undefined> {
  const aliases = chatAliases(parseJid(target.remoteJid))
  const conversation = await deps.conversations.listAliases(tx, companyId, connectionId, aliases)
  const jids = [...new Set([target.remoteJid, ...toJids(conversation)])]
  const found =
    (await deps.inbound.find(tx, companyId, connectionId, target, jids)) ??
    (target.fromMe ? await deps.inbound.findSent(tx, companyId, connectionId, target.waId, jids) : undefined)
  if (!found) return undefined
  const conversationId = await deps.conversations.readCurrentId(tx, companyId, found.conversationId)
  return { ...found, conversationId }
}
