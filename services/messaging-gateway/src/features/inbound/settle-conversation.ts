import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Ids, Tx } from '@balcao/kernel'

import { chatAliases, type ChatIdentity } from './chat-aliases'
import type { ConversationStore, KnownConversation } from './conversation.store'

export interface SettleDeps {
  conversations: ConversationStore
  ids: Ids
}

const covers = (known: KnownConversation[], aliases: readonly string[]): boolean =>
  known.length === 1 && aliases.every((alias) => known[0]?.aliases.includes(alias))

/**
 * The one conversation behind a chat, whatever the network calls it today: number, ninth-digit twin and LID become
 * one id here, before anything is keyed by it. Its row is locked, so events of one conversation are appended in
 * commit order. When a name links two conversations the older one survives.
 */
export async function settleConversation(
  deps: SettleDeps,
  tx: Tx,
  companyId: CompanyId,
  connectionId: ConnectionId,
  chat: ChatIdentity,
): Promise<string> {
  const aliases = chatAliases(chat)
  const seen = await deps.conversations.lockByAliases(tx, companyId, connectionId, aliases)
  if (covers(seen, aliases) && seen[0]) return seen[0].id
  await deps.conversations.lockAliases(tx, connectionId, aliases)
  const known = await deps.conversations.lockByAliases(tx, companyId, connectionId, aliases)
  const [oldest, ...younger] = known
  const id = oldest?.id ?? deps.ids.next()
  if (!oldest) await deps.conversations.create(tx, companyId, connectionId, id)
  if (younger.length > 0)
    await deps.conversations.merge(
      tx,
      companyId,
      id,
      younger.map((conversation) => conversation.id),
    )
  await deps.conversations.addAliases(tx, companyId, connectionId, id, aliases)
  return id
}
