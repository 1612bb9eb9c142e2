import { connectionId as toConnectionId, type ConnectionId } from '@balcao/contracts'
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
  /** Something happened on a line whose client is not in this process. A hint. */
  wakeElsewhere?: (connectionId: ConnectionId) => void
}

export interface NetworkTimes {
  /** How often a client looks at its line; the net under the wake-ups. */
  pollMs: number
  /** How long one QR code is good. */
  qrMs: number
}

/** The network: ledgers that outlive every process, and wake-ups for its clients. */
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
  wake(id: number): void {
    if (!this.wakeHere(id)) this.deps.wakeElsewhere?.(toConnectionId(id))
  }

  /** False when nobody in this process is on the line. */
  wakeHere(connectionId: number): boolean {
    const listeners = [...(this.listeners.get(connectionId) ?? [])]
    for (const listener of listeners) listener()
    return listeners.length > 0
  }

  /** Answers how to stop listening. */
  onWake(connectionId: number, listener: () => void): () => void {
    const listeners = this.listeners.get(connectionId) ?? new Set()
    this.listeners.set(connectionId, listeners.add(listener))
    return () => listeners.delete(listener)
  }
}
