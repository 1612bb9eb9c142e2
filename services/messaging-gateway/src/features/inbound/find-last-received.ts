import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import { formatAddress, type Address, type LastReceived } from '../whatsapp-driver'
import { chatAliases, toChat, toRemoteJids } from './chat-aliases'
import type { ConversationStore } from './conversation.store'
import type { InboundStore } from './inbound.store'

interface FindDeps {
  conversations: ConversationStore
  inbound: InboundStore
}

/** The last message that came in a chat, under any alias of its conversation. */
export async function findLastReceived(
  deps: FindDeps,
  tx: Tx,
  { companyId, connectionId }: { companyId: CompanyId; connectionId: ConnectionId },
  chat: Address,
): Promise<LastReceived | undefined> {
  const known = await deps.conversations.listAliases(tx, companyId, connectionId, chatAliases(toChat(chat)))
  const remoteJids = [...new Set([formatAddress(chat), ...toRemoteJids(known)])]
  return deps.inbound.findLastReceived(tx, companyId, connectionId, remoteJids)
}
