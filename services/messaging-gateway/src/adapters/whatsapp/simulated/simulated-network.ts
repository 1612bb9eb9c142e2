import { connectionId as toConnectionId, type ConnectionId } from '@balcao/contracts'
import type { Clock, Database, Ids } from '@balcao/kernel'

import { CallLedger } from './call-ledger'
import { InboundLedger } from './inbound-ledger'
import { DeviceLedger } from './device-ledger'
import { OutboundLedger } from './outbound-ledger'
import { ReactionLedger } from './reaction-ledger'
import { TypingLedger } from './typing-ledger'

export interface NetworkDeps {
  /** Of the ledgers. */
  db: Database
  /** Of the connections, where it is another. */
  desk?: Database
  clock: Clock
  ids: Ids
  /** From 0 to 1. */
  chance(): number
  times: NetworkTimes
  /** Hints that a client in another process has something to receive. */
  wakeElsewhere?: (connectionId: ConnectionId) => void
}

export interface NetworkTimes {
  /** Polling interval of a client; polling finds what a lost hint would have announced. */
  pollMs: number
  /** Instead of `pollMs` for a client that is connected and has taken everything, where every hint is of this process. */
  restMs?: number | undefined
  /** Validity of one QR code. */
  qrMs: number
}

/** The simulated network: ledgers in the database, and wake-ups for its clients. */
export class SimulatedNetwork {
  readonly devices: DeviceLedger
  readonly inbound: InboundLedger
  readonly outbound: OutboundLedger
  readonly reactions: ReactionLedger
  readonly calls: CallLedger
  readonly typing: TypingLedger
  /** Of the connections. */
  readonly desk: Database
  private readonly listeners = new Map<number, Set<() => void>>()

  constructor(readonly deps: NetworkDeps) {
    this.desk = deps.desk ?? deps.db
    this.devices = new DeviceLedger(deps.db)
    this.inbound = new InboundLedger(deps.db)
    this.outbound = new OutboundLedger(deps.db, deps.chance)
    this.reactions = new ReactionLedger(deps.db)
    this.calls = new CallLedger(deps.db)
    this.typing = new TypingLedger(deps.db)
  }

  /** Wakes the client of a number. */
  wake(id: number): void {
    if (!this.wakeHere(id)) this.deps.wakeElsewhere?.(toConnectionId(id))
  }

  /** False when no client of this process is connected for the number. */
  wakeHere(connectionId: number): boolean {
    const listeners = [...(this.listeners.get(connectionId) ?? [])]
    for (const listener of listeners) listener()
    return listeners.length > 0
  }

  /** Answers a function that stops listening. */
  onWake(connectionId: number, listener: () => void): () => void {
    const listeners = this.listeners.get(connectionId) ?? new Set()
    this.listeners.set(connectionId, listeners.add(listener))
    return () => listeners.delete(listener)
  }
}
