import type { Tx } from '../ports/database.port'

export interface ClaimRequest {
  now: Date
  /** The claim of a process that was killed ends then. */
  until: Date
  /** Pieces of all companies. */
  limit: number
  /** Pieces of one company that are claimed at once, in all processes. */
  perCompany: number
}

/** Work that is due, of all companies. */
export interface ClaimStore<T> {
  /**
   * Due pieces, companies in turn, which others do not get before `until`: the oldest of each chain (of a message, a conversation, an
   * ordering key). Counts a try, by which the claim is known. Platform scope.
   */
  claim(tx: Tx, request: ClaimRequest): Promise<T[]>
  /** Prolongs these claims, unless they are others' now. Pieces whose rows are locked are left for the next time. Platform scope. */
  renew(tx: Tx, pieces: readonly T[], until: Date): Promise<void>
  /** When the first piece is due, claimed or not, where that is before `before`. Platform scope, in a transaction of its own. */
  findNextDue(tx: Tx, before: Date): Promise<Date | undefined>
}
