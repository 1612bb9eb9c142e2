import type { CompanyId, ConnectionId, SendApiAnswer } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

/** One call with an `Idempotency-Key`. The key's owner is the connection whose token was used. */
export interface ApiRequest {
  companyId: CompanyId
  connectionId: ConnectionId
  key: string
  /** Of the canonical body, files included. */
  bodyHash: string
}

export type Begun =
  /** This call does the work. */
  | { kind: 'begun' }
  /** An earlier call has done it. */
  | { kind: 'answered'; answer: SendApiAnswer }
  | { kind: 'in-flight' }
  /** The key belongs to another body. */
  | { kind: 'mismatch' }

/** What was asked under which key, for seven days. */
export interface ApiRequestStore {
  /**
   * Exactly one of any number of parallel calls is `begun`. A call that was begun before `staleBefore` and never
   * finished (the process died) may be begun again; one begun before `expiredBefore` is forgotten.
   */
  begin(
    tx: Tx,
    request: ApiRequest,
    now: Date,
    limits: { staleBefore: Date; expiredBefore: Date },
  ): Promise<Begun>
  finish(tx: Tx, request: ApiRequest, answer: SendApiAnswer): Promise<void>
  /** The work failed: the key is free again. */
  abandon(tx: Tx, request: ApiRequest): Promise<void>
  /** Needs a platform transaction. */
  sweep(tx: Tx, expiredBefore: Date): Promise<void>
}
