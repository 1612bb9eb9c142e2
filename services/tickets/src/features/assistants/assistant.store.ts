import type { CompanyId, TicketId } from '@balcao/contracts'
import type { Activity, ClaimStore, Counted, Slice, Tx } from '@balcao/kernel'

import type { AssistantTurn, DeadTurn, TurnKind } from './assistant'

export type { AssistantTurn, DeadTurn, TurnKind }

/** What is remembered of a conversation with an assistant. */
export interface AssistantSession {
  /** Of the service; '' without one. */
  sessionId: string
  usedAt: Date
}

/** Turns that wait, and the sessions of conversations. Rows of another company are not found. */
export interface AssistantStore extends ClaimStore<AssistantTurn> {
  /** Has work when a turn is revived, which may be no event. */
  readonly revived: Activity
  enqueue(tx: Tx, turn: AssistantTurn): Promise<void>
  /** Counts a turn of the conversation and answers how many there were in its hour. */
  countTurn(tx: Tx, companyId: CompanyId, ticketId: TicketId, now: Date): Promise<number>
  /** Whether the turn is there, and locked until the transaction ends. False after another process has finished it. */
  lock(tx: Tx, turn: AssistantTurn): Promise<boolean>
  remove(tx: Tx, turn: AssistantTurn): Promise<void>
  /** The turn is not tried before `until`; this try does not count. */
  wait(tx: Tx, turn: AssistantTurn, until: Date): Promise<void>
  postpone(tx: Tx, turn: AssistantTurn, nextTryAt: Date, failure: string): Promise<void>
  /** A dead turn: kept for a week, to be sent again or dropped. */
  bury(tx: Tx, turn: AssistantTurn, failure: string, now: Date): Promise<void>
  /** A page of a company's dead turns of these kinds, newest first, and how many there are. */
  pageDead(tx: Tx, companyId: CompanyId, kinds: readonly TurnKind[], slice: Slice): Promise<Counted<DeadTurn>>
  /** Dead turns of these kinds, all or one of them, oldest first. */
  listDead(
    tx: Tx,
    companyId: CompanyId,
    which: { kinds: readonly TurnKind[]; id: string | undefined; limit: number },
  ): Promise<(AssistantTurn & { deadAt: Date })[]>
  /** The dead turn waits again, with all its tries. False when it is none any more. */
  revive(tx: Tx, turn: AssistantTurn, now: Date): Promise<boolean>
  /** Deletes dead turns older than `before`. Platform scope. */
  sweep(tx: Tx, before: Date): Promise<number>
  findSession(tx: Tx, companyId: CompanyId, ticketId: TicketId): Promise<AssistantSession | undefined>
  saveSession(tx: Tx, companyId: CompanyId, ticketId: TicketId, session: AssistantSession): Promise<void>
}
