import type { CompanyId, ConnectionId, SendApiAnswer } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

/** One call with an `Idempotency-Key`. The key's owner is the connection whose token was used. */
export interface ApiRequest {
  companyId: CompanyId
  connectionId: ConnectionId
  key: string
  /** Hash of the canonical body, files included. */
  bodyHash: string
}

/** One call's attempt. It counts as abandoned when it began before `staleBefore`. */
export interface ApiWork {
  /** The client key at tickets: the same for every attempt of one request, another one once the key has expired. */
  sendKey: string
  /** 1 unless an earlier attempt was abandoned or ended without a known outcome. */
  tries: number
}

export type BeginOutcome =
  /** This call sends the message. */
  | { kind: 'begun'; work: ApiWork }
  /** An earlier call has sent it. */
  | { kind: 'answered'; answer: SendApiAnswer }
  | { kind: 'in-flight' }
  /** The key was used with another body. */
  | { kind: 'mismatch' }

export interface BeginLimits {
  now: Date
  /** A call that began before then is abandoned. */
  staleBefore: Date
  /** A key that was first used before then has expired, whatever its outcome. */
  expiredBefore: Date
}

/** Requests by key, with the hash of their body, for seven days since the key's first use. */
export interface ApiRequestStore {
  /**
   * Exactly one of any number of parallel calls is `begun`. A request whose last attempt was abandoned or released is begun again
   * under the same send key.
   * @param sendKey for a key that is new or expired.
   */
  begin(tx: Tx, request: ApiRequest, sendKey: string, limits: BeginLimits): Promise<BeginOutcome>
  /** Stores the known outcome. Does nothing once the key has another send key. */
  finish(tx: Tx, request: ApiRequest, work: ApiWork, answer: SendApiAnswer): Promise<void>
  /** Nothing was sent: deletes the key. False, and nothing is done, once another call has begun it. */
  abandon(tx: Tx, request: ApiRequest, work: ApiWork): Promise<boolean>
  /** The outcome is unknown: the key keeps its body and its send key, and a repeat may begin at once. */
  release(tx: Tx, request: ApiRequest, work: ApiWork): Promise<void>
  /** Needs a platform transaction. */
  sweep(tx: Tx, expiredBefore: Date): Promise<void>
}
