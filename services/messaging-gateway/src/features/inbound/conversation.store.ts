import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

/** Which chat names of a connection are one conversation. */
export interface ConversationStore {
  /** The conversation that carries all of these names, its row locked. Undefined when they are not settled. */
  lockResolved(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    aliases: readonly string[],
  ): Promise<string | undefined>
  /** Conversations that carry any of these names, oldest first, rows locked, each with all its names. */
  lockByAliases(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    aliases: readonly string[],
  ): Promise<KnownConversation[]>
  /** All names of the conversations that carry any of these. Nothing is locked. */
  namesOf(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    aliases: readonly string[],
  ): Promise<string[]>
  /** Keeps others from settling these names until the transaction ends. `aliases` sorted. */
  lockAliases(tx: Tx, connectionId: ConnectionId, aliases: readonly string[]): Promise<void>
  create(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, id: string): Promise<void>
  /** Messages were exchanged in it, here or on the phone: writing there begins no chat. */
  markBegun(tx: Tx, companyId: CompanyId, id: string): Promise<void>
  /** These names mean this conversation from now on, whatever they meant before. */
  pointAliases(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    id: string,
    aliases: readonly string[],
  ): Promise<void>
  /** What an id means today: itself, or the conversation that it was merged into. */
  survivorOf(tx: Tx, companyId: CompanyId, id: string): Promise<string>
  /** What waits to be sent in `other` waits in `survivor`; the merged row stays, so that it can be traced and undone. */
  merge(tx: Tx, companyId: CompanyId, survivor: string, other: string): Promise<void>
  /** The conversation that was merged lives again, and what waits for one of these chats waits there. */
  split(
    tx: Tx,
    companyId: CompanyId,
    merge: Pick<ConversationMove, 'fromId' | 'toId'>,
    remoteJids: readonly string[],
  ): Promise<void>
  /** Names that moved between conversations. Never deleted. */
  log(tx: Tx, companyId: CompanyId, move: ConversationMove): Promise<void>
  /** Locks the entry. */
  lockMove(tx: Tx, companyId: CompanyId, id: string): Promise<LoggedMove | undefined>
  listMoves(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, limit: number): Promise<LoggedMove[]>
  markUndone(tx: Tx, companyId: CompanyId, id: string, undone: { by: string; at: Date }): Promise<void>
  /** Whether an administrator said that these two, or what has become part of them, are not one person. */
  isVetoed(tx: Tx, companyId: CompanyId, one: string, other: string): Promise<boolean>
}

export interface KnownConversation {
  id: string
  aliases: readonly string[]
}

/** Names that went from one conversation to another. */
export interface ConversationMove {
  id: string
  connectionId: ConnectionId
  /** `merge`: the whole conversation went. `repoint`: the network says that these names are another's now. */
  kind: 'merge' | 'repoint'
  toId: string
  fromId: string
  aliases: readonly string[]
  /** `network`. */
  by: string
  at: Date
}

export interface LoggedMove extends ConversationMove {
  undoneAt: Date | undefined
  undoneBy: string
}
