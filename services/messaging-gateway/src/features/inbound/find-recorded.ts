import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { MessageTarget } from '../whatsapp-driver'
import { chatAliases, identityOfJid, jidsOfAliases } from './chat-aliases'
import type { ConversationStore } from './conversation.store'
import type { InboundStore } from './inbound.store'

interface FindDeps {
  conversations: ConversationStore
  inbound: InboundStore
}

export interface Recorded {
  /** As it was recorded: how the desk knows the message. */
  identity: MessageTarget
  /** Where it belongs today. */
  conversationId: string
}

/**
 * The message of exactly this writer in this chat, recorded from the network or sent from here; undefined when there is
 * none. A chat with one person may be called by another of its names than when the message came; a group has one name.
 */
export async function findRecorded(
  deps: FindDeps,
  tx: Tx,
  companyId: CompanyId,
  connectionId: ConnectionId,
  target: MessageTarget,
): Promise<Recorded | undefined> {
  const aliases = chatAliases(identityOfJid(target.remoteJid))
  const conversation = await deps.conversations.namesOf(tx, companyId, connectionId, aliases)
  const jids = [...new Set([target.remoteJid, ...jidsOfAliases(conversation)])]
  const found =
    (await deps.inbound.find(tx, companyId, connectionId, target, jids)) ??
    (target.fromMe ? await deps.inbound.findSent(tx, companyId, connectionId, target.waId, jids) : undefined)
  if (!found) return undefined
  const conversationId = await deps.conversations.survivorOf(tx, companyId, found.conversationId)
  return { ...found, conversationId }
}
