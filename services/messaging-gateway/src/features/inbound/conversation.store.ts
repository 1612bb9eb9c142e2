import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

/** Which chat names of a connection are one conversation. */
export interface ConversationStore {
  /** Conversations that carry any of these names, oldest first, rows locked. */
  lockByAliases(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    aliases: readonly string[],
  ): Promise<KnownConversation[]>
  /** Keeps others from settling these names until the transaction ends. `aliases` sorted. */
  lockAliases(tx: Tx, connectionId: ConnectionId, aliases: readonly string[]): Promise<void>
  create(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, id: string): Promise<void>
  addAliases(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    id: string,
    aliases: readonly string[],
  ): Promise<void>
  /** Every name of the others now means `survivor`. The merged rows stay, so that it can be traced and undone. */
  merge(tx: Tx, companyId: CompanyId, survivor: string, others: readonly string[]): Promise<void>
}

export interface KnownConversation {
  id: string
  aliases: string[]
}
