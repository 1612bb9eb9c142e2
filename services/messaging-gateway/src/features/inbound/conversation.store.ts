import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

/** Conversations of a connection and their aliases. */
export interface ConversationStore {
  /** The conversation that has all of these aliases, its row locked. Undefined when there is none. */
  lockResolved(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    aliases: readonly string[],
  ): Promise<string | undefined>
  /** Conversations that have any of these aliases, oldest first, rows locked, each with all its aliases. */
  lockByAliases(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    aliases: readonly string[],
  ): Promise<KnownConversation[]>
  /** All aliases of the conversations that have any of these. Locks nothing. */
  listAliases(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    aliases: readonly string[],
  ): Promise<string[]>
  /** Conversations of the connection that are known by WhatsApp's privacy id alone. */
  countHidden(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<number>
  /** Advisory locks of these aliases until the transaction ends; its next statement runs when they are held. `aliases` sorted. */
  lockAliases(tx: Tx, connectionId: ConnectionId, aliases: readonly string[]): void
  /** Not waited for, as `pointAliases`: should it fail, the transaction does. */
  create(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, id: string): void
  /** Marks it as having messages: sending there does not begin a new chat. */
  markBegun(tx: Tx, companyId: CompanyId, id: string): Promise<void>
  /** Points these aliases to this conversation, also those that pointed to another one. */
  pointAliases(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, to: KnownConversation): void
  /** The id itself, or the conversation that it was merged into. */
  readCurrentId(tx: Tx, companyId: CompanyId, id: string): Promise<string>
  /** Moves what is queued in `merged` to `kept`; the merged row stays, so that the merge can be undone. */
  merge(tx: Tx, companyId: CompanyId, kept: string, merged: string): Promise<void>
  /** Undoes a merge: what is queued for one of these chats moves back to the merged conversation. */
  split(
    tx: Tx,
    companyId: CompanyId,
    merge: Pick<ConversationMove, 'fromId' | 'toId'>,
    remoteJids: readonly string[],
  ): Promise<void>
  /** Appends a move to the log; entries are never deleted. */
  log(tx: Tx, companyId: CompanyId, move: ConversationMove): Promise<void>
  /** Locks the entry. */
  lockMove(tx: Tx, companyId: CompanyId, id: string): Promise<LoggedMove | undefined>
  listMoves(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, limit: number): Promise<LoggedMove[]>
  markUndone(tx: Tx, companyId: CompanyId, id: string, undone: { by: string; at: Date }): Promise<void>
  /** Whether an administrator has undone a merge of these two, or of conversations merged into them. */
  isVetoed(tx: Tx, companyId: CompanyId, one: string, other: string): Promise<boolean>
}

export interface KnownConversation {
  id: string
  aliases: readonly string[]
}

/** Aliases that moved from one conversation to another. */
export interface ConversationMove {
  id: string
  connectionId: ConnectionId
  /**
   * `merge`: the whole conversation moved. `repoint`: according to
   * the network these aliases belong to another person now.
   */
  kind: 'merge' | 'repoint'
  toId: string
  fromId: string
  aliases: readonly string[]
  /** Always `network`. */
  by: string
  at: Date
}

export interface LoggedMove extends ConversationMove {
  undoneAt: Date | undefined
  undoneBy: string
}
