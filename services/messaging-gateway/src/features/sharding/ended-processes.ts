import type { Peers, Self } from '@balcao/kernel'

import type { SeenProcess } from './process.store'
import type { ShardTimes } from './shard-times'

interface EndedDeps {
  self: Pick<Self, 'owner'>
  peers: Pick<Peers, 'probe'>
  times: Pick<ShardTimes, 'silentAfterMs'>
}

/**
 * Finds processes that have ended without a word (`kill -9`, out of memory), before their leases run out.
 *
 * A heartbeat that is missing says nothing alone: a starved process, or one whose database is away, has none either. But the kernel
 * listens for a process as long as it is there. So what is silent has ended if its address refuses a connection, or belongs to
 * another process since. An address that has never answered tells nothing when it refuses (a firewall may). Where the whole host is
 * away nobody refuses, and the leases decide.
 */
export class EndedProcesses {
  private readonly reached = new Set<string>()

  constructor(private readonly deps: EndedDeps) {}

  /**
   * Of these processes, those that have ended. One that drains is left to its leases: it stops to listen before it ends.
   * @param seen all that were alive lately, as of now.
   */
  async find(seen: readonly SeenProcess[]): Promise<SeenProcess[]> {
    this.forget(seen)
    const others = seen.filter(({ owner, isDraining }) => owner !== this.deps.self.owner && !isDraining)
    const ended = await Promise.all(others.map((process) => this.hasEnded(process, seen)))
    return others.filter((_process, index) => ended[index])
  }

  private async hasEnded(process: SeenProcess, seen: readonly SeenProcess[]): Promise<boolean> {
    const isSilent = process.silentMs >= this.deps.times.silentAfterMs
    if (isSilent && seen.some((other) => isSuccessor(other, process))) return true
    if (!isSilent && this.reached.has(process.owner)) return false
    const state = await this.deps.peers.probe(process.rpcAddress)
    if (state === 'listening') this.reached.add(process.owner)
    return isSilent && state === 'refused' && this.reached.has(process.owner)
  }

  private forget(seen: readonly SeenProcess[]): void {
    const owners = new Set(seen.map(({ owner }) => owner))
    for (const owner of this.reached) if (!owners.has(owner)) this.reached.delete(owner)
  }
}

/* Two processes cannot listen at one address: a restarted container has its pod's. */
const isSuccessor = (other: SeenProcess, former: SeenProcess): boolean =>
  other.rpcAddress === former.rpcAddress && other.owner !== former.owner && other.silentMs < former.silentMs
