import type { Tx } from '@balcao/kernel'

import { chatAliases, parseChat, toRemoteJids } from './chat-aliases'
import type { ConversationStore } from './conversation.store'
import type { ConnectionRef, InboundStore, MessageIdentity } from './inbound.store'

interface FindDeps {
  conversations: ConversationStore
  inbound: InboundStore
}

export interface FoundMessage {
  /** As it was recorded; tickets stores the same. */
  identity: MessageIdentity
  /** After merges. */
  conversationId: string
}

/** Every name of a chat under which its messages may have been recorded, the given one first. */
export async function listChatJids(
  { conversations }: Pick<FindDeps, 'conversations'>,
  tx: Tx,
  { companyId, connectionId }: ConnectionRef,
  remoteJid: string,
): Promise<string[]> {
  const aliases = chatAliases(parseChat(remoteJid))
  const conversation = await conversations.listAliases(tx, companyId, connectionId, aliases)
  return [...new Set([remoteJid, ...toRemoteJids(conversation)])]
}

/**
 * The message of this author in this chat, received or sent; undefined when there is none, or none any more. A person's chat may have
 * another name than when the message was recorded.
 */
export async function findRecordedMessage(
  deps: FindDeps,
  tx: Tx,
  connection: ConnectionRef,
  target: MessageIdentity,
): Promise<FoundMessage | undefined> {
  const { companyId, connectionId } = connection
  const remoteJids = await listChatJids(deps, tx, connection, target.remoteJid)
  const sought = { ...target, remoteJids }
  const found =
    (await deps.inbound.find(tx, companyId, connectionId, sought)) ??
    (target.fromMe ? await deps.inbound.findSent(tx, companyId, connectionId, sought) : undefined)
  if (!found) return undefined
  const conversationId = await deps.conversations.readCurrentId(tx, companyId, found.conversationId)
  return { ...found, conversationId }
}
