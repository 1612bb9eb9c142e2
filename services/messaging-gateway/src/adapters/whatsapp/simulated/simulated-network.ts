import type { Clock, Database, Ids } from '@balcao/kernel'

import { CallLedger } from './call-ledger'
import { InboundLedger } from './inbound-ledger'
import { LineLedger } from './line-ledger'
import { OutboundLedger } from './outbound-ledger'
import { ReactionLedger } from './reaction-ledger'

export interface NetworkDeps {
  db: Database
  clock: Clock
  ids: Ids
  /** From 0 to 1. */
  chance(): number
  times: NetworkTimes
}

export interface NetworkTimes {
  /** How often a client looks at its line; the net under the wake-ups, which stay in one process. */
  pollMs: number
  /** How long one QR code is good. */
  qrMs: number
}

/** The network: ledgers that outlive every process, and wake-ups for the clients of this one. */
export class SimulatedNetwork {
  readonly lines: LineLedger
  readonly inbound: InboundLedger
  readonly outbound: OutboundLedger
  readonly reactions: ReactionLedger
  readonly calls: CallLedger
  private readonly listeners = new Map<number, Set<() => void>>()

  constructor(readonly deps: NetworkDeps) {
    this.lines = new LineLedger(deps.db)
    this.inbound = new InboundLedger(deps.db)
    this.outbound = new OutboundLedger(deps.db, deps.chance)
    this.reactions = new ReactionLedger(deps.db)
    this.calls = new CallLedger(deps.db)
  }

  /** Something happened on a line. */
  wake(connectionId: number): void {
    for (const listener of this.listeners.get(connectionId) ?? []) listener()
  }

  /** Answers how to stop listening. */
  onWake(connectionId: number, listener: () => void): () => void {
    const listeners = this.listeners.get(connectionId) ?? new Set()
    this.listeners.set(connectionId, listeners.add(listener))
    return () => listeners.delete(listener)
  }
}
