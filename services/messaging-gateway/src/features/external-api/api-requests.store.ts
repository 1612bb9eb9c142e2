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

/** One call's try. It counts as dead when it has worked since before `staleBefore`. */
export interface ApiWork {
  /** Names the send at tickets: the same for every try of one request, another one once the key was forgotten. */
  sendKey: string
  /** 1 unless an earlier try died or ended without a known outcome. */
  tries: number
}

export type Begun =
  /** This call does the work. */
  | { kind: 'begun'; work: ApiWork }
  /** An earlier call has done it. */
  | { kind: 'answered'; answer: SendApiAnswer }
  | { kind: 'in-flight' }
  /** The key belongs to another body. */
  | { kind: 'mismatch' }

export interface BeginLimits {
  now: Date
  /** A call that has worked since before then is dead. */
  staleBefore: Date
  /** A key that was first used before then is forgotten, whatever became of it. */
  expiredBefore: Date
}

/** What was asked under which key, with its body's hash, for seven days since the key's first use. */
export interface ApiRequestStore {
  /**
   * Exactly one of any number of parallel calls is `begun`. A request whose last try died or was released is begun again
   * under the same send key.
   * @param sendKey for a key that is not known, or forgotten.
   */
  begin(tx: Tx, request: ApiRequest, sendKey: string, limits: BeginLimits): Promise<Begun>
  /** The outcome is known. Does nothing once the key means another send. */
  finish(tx: Tx, request: ApiRequest, work: ApiWork, answer: SendApiAnswer): Promise<void>
  /** Nothing was sent: the key is free again. Does nothing once another call works on it. */
  abandon(tx: Tx, request: ApiRequest, work: ApiWork): Promise<void>
  /** The outcome is unknown: the key keeps its body and its send key, and a repeat may try at once. */
  release(tx: Tx, request: ApiRequest, work: ApiWork): Promise<void>
  /** Needs a platform transaction. */
  sweep(tx: Tx, expiredBefore: Date): Promise<void>
}
