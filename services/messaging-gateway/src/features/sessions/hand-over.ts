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
  const vitals = run.vitals()
  if (!vitals) return []
  const isConnected = vitals.state === 'connected'
  return [{ id, isConnected, ageMs: vitals.ageMs, quietMs: vitals.unanswered > 0 ? 0 : vitals.quietMs }]
}

/** Gives sessions to the processes that should hold them: drained, hung up without a logout, and the heir told at once. */
export class HandOvers {
  private readonly underWay = new Set<ConnectionId>()
  private begunAtMs: number[] = []

  constructor(private readonly deps: HandOverDeps) {}

  /** Begins those whose time has come. */
  begin(runs: Runs): void {
    const { shards, times } = this.deps
    const nowMs = performance.now()
    this.begunAtMs = this.begunAtMs.filter((atMs) => nowMs - atMs < times.paceMs)
    const strays = [...runs]
      .filter(([id]) => shards.findNextOwner(id) && !this.underWay.has(id))
      .flatMap(([id, run]) => toMisplacedSession(id, run))
    const situation = {
      steadyMs: shards.steadyMs(nowMs),
      underWay: this.underWay.size,
      begun: this.begunAtMs.length,
    }
    for (const id of chooseMoves(strays, situation, times)) {
      this.begunAtMs.push(nowMs)
      void this.handOver(id, runs.get(id))
    }
  }

  /** All of them, a bounded number side by side. Resolves when no session is held any more. */
  async everything(runs: Runs): Promise<void> {
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
    const heir = this.deps.shards.findNextOwner(id)
    if (!heir) return
    this.deps.nudges.look(heir.rpcAddress)
    signals.sessionHandedOver({ companyId: run.companyId, connectionId: id }, performance.now() - beganAtMs)
  }
}
