import type { ConnectionId } from '@balcao/contracts'

import { signals } from '../../signals'
import {
  chooseMoves,
  type PeerNudges,
  type ShardMap,
  type ShardTimes,
  type MisplacedSession,
} from '../sharding'
import type { SupervisedRun } from './supervise-connection'

interface HandOverDeps {
  shards: ShardMap
  nudges: PeerNudges
  times: ShardTimes
}

type Runs = ReadonlyMap<ConnectionId, SupervisedRun>

function toMisplacedSession(id: ConnectionId, run: SupervisedRun): MisplacedSession[] {
  const stats = run.stats()
  if (!stats) return []
  const isConnected = stats.state === 'connected'
  return [{ id, isConnected, ageMs: stats.ageMs, quietMs: stats.unanswered > 0 ? 0 : stats.quietMs }]
}

/** Gives sessions to the processes that should hold them: drained, closed without a logout, and the next owner nudged. */
export class HandOvers {
  private readonly underWay = new Set<ConnectionId>()
  private begunAtMs: number[] = []

  constructor(private readonly deps: HandOverDeps) {}

  /** Begins the hand-overs that `chooseMoves` allows now. */
  begin(runs: Runs): void {
    const { shards, times } = this.deps
    const nowMs = performance.now()
    this.begunAtMs = this.begunAtMs.filter((atMs) => nowMs - atMs < times.paceMs)
    const misplaced = [...runs]
      .filter(([id]) => shards.findNextOwner(id) && !this.underWay.has(id))
      .flatMap(([id, run]) => toMisplacedSession(id, run))
    const situation = {
      steadyMs: shards.steadyMs(nowMs),
      underWay: this.underWay.size,
      begun: this.begunAtMs.length,
    }
    for (const id of chooseMoves(misplaced, situation, times)) {
      this.begunAtMs.push(nowMs)
      void this.handOver(id, runs.get(id))
    }
  }

  /** Every session, `leavesAtOnce` side by side. Resolves when no session is held any more. */
  async handOverAll(runs: Runs): Promise<void> {
    const queue = [...runs]
    const worker = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await this.handOver(...next)
    }
    await Promise.all(Array.from({ length: this.deps.times.leavesAtOnce }, worker))
  }

  private async handOver(id: ConnectionId, run: SupervisedRun | undefined): Promise<void> {
    if (!run) return
    const beganAtMs = performance.now()
    this.underWay.add(id)
    await run.stop()
    this.underWay.delete(id)
    const nextOwner = this.deps.shards.findNextOwner(id)
    if (!nextOwner) return
    this.deps.nudges.nudgeSupervisor(nextOwner.rpcAddress)
    signals.sessionHandedOver({ companyId: run.companyId, connectionId: id }, performance.now() - beganAtMs)
  }
}
