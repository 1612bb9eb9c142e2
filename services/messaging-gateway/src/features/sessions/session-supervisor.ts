import type { ConnectionId, ConnectionProvider } from '@balcao/contracts'
import { MINUTE, type Running, type ServicePorts } from '@balcao/kernel'

import { signals } from '../../signals'
import { WorkLoop } from '../../work-loop'
import type { SupervisedConnection } from '../connections'
import {
  EndedProcesses,
  ShardMap,
  type PeerNudges,
  type ProcessStore,
  type SeenProcess,
  type ShardTimes,
} from '../sharding'
import { HandOvers } from './hand-overs'
import { Openings } from './openings'
import { superviseConnection, type SuperviseDeps, type SupervisedRun } from './supervise-connection'
import type { DriverSession, WhatsAppDriver } from '../whatsapp-driver'

export interface SupervisorDeps extends SuperviseDeps, Pick<ServicePorts, 'self' | 'peers'> {
  drivers: ReadonlyMap<ConnectionProvider, WhatsAppDriver>
  processes: ProcessStore
  nudges: PeerNudges
  shardTimes: ShardTimes
  pollMs: number
  /** Sessions that open at a time, so that a restart does not open them all at once: the next one begins when one is open. */
  opensAtOnce: number
}

export type HeldSession = Pick<SupervisedRun, 'companyId' | 'epoch' | 'connectedSession' | 'pairingSession'>

/** Holds this process's share of the sessions. */
export interface SessionSupervisor extends Running {
  /** The other processes, as of the last poll. */
  readonly shards: Pick<ShardMap, 'mayHaveOthers' | 'findHolder' | 'others'>
  /** Polls now. */
  nudge(): void
  /** The connection has something to send, if it is held here. */
  nudgeOutbound(connectionId: ConnectionId): void
  findHeld(connectionId: ConnectionId): HeldSession | undefined
  /** The connection's session, if it is held here and connected. */
  findConnected(connectionId: ConnectionId): DriverSession | undefined
}

/* Where nothing waits, and nothing can be new without a nudge. */
const ALONE_POLL_MS = MINUTE

/**
 * Takes the lease of every connection that should have a session and is assigned to this process, or that no other process
 * takes, and keeps it; hands over those assigned to others. It polls the database; a nudge only makes the poll earlier.
 * `stop` hands over everything.
 */
export function startSupervisor(deps: SupervisorDeps): SessionSupervisor {
  return new Supervisor(deps)
}

class Supervisor implements SessionSupervisor {
  readonly shards: ShardMap
  private readonly runs = new Map<ConnectionId, SupervisedRun>()
  private readonly withoutDriver = new Set<ConnectionId>()
  private readonly handOvers: HandOvers
  private readonly endedProcesses: EndedProcesses
  private lookingForEnded: Promise<unknown> | undefined
  private readonly openings: Openings
  private readonly loop: WorkLoop
  private isStopped = false
  private beatAtMs = -Infinity
  private wantedCount = 0

  constructor(private readonly deps: SupervisorDeps) {
    this.shards = new ShardMap(deps.self, deps.shardTimes)
    this.handOvers = new HandOvers({ ...deps, shards: this.shards, times: deps.shardTimes })
    this.endedProcesses = new EndedProcesses({ ...deps, times: deps.shardTimes })
    this.openings = new Openings(deps.opensAtOnce, (connection) =>
      this.tryOrLog(() => this.supervise(connection)),
    )
    this.loop = new WorkLoop(
      () => this.poll(),
      (error) => {
        signals.supervisorFailed(error)
        return deps.pollMs
      },
    )
    this.loop.nudge()
    signals.watchSessions(
      this,
      () => this.listStats(),
      () => this.wantedCount,
    )
  }

  nudge(): void {
    this.loop.nudge()
  }

  nudgeOutbound(connectionId: ConnectionId): void {
    this.runs.get(connectionId)?.nudgeOutbound()
  }

  findHeld(connectionId: ConnectionId): HeldSession | undefined {
    return this.runs.get(connectionId)
  }

  findConnected(connectionId: ConnectionId): DriverSession | undefined {
    return this.runs.get(connectionId)?.connectedSession()
  }

  async stop(): Promise<void> {
    if (this.isStopped) return
    this.isStopped = true
    signals.unwatchSessions(this)
    await this.loop.stop()
    await this.lookingForEnded
    await this.openings.stop()
    await this.tryOrLog(() => this.readShardMap())
    await this.handOvers.handOverAll(this.runs)
    await this.tryOrLog(() =>
      this.deps.db.asPlatform((tx) => this.deps.processes.leave(tx, this.deps.self.owner)),
    )
  }

  /* Without a database the row stays; the other processes see its last beat grow old. */
  private tryOrLog<T>(work: () => Promise<T>): Promise<T | undefined> {
    return work().catch((error: unknown) => {
      signals.supervisorFailed(error)
      return undefined
    })
  }

  private listStats() {
    return [...this.runs].flatMap(([connectionId, run]) => {
      const stats = run.stats()
      return stats ? [{ connectionId, ...stats }] : []
    })
  }

  private async poll(): Promise<number> {
    const { processes, connections, waiting } = await this.readShardMap()
    for (const connection of connections) this.runs.get(connection.id)?.onCommand(connection.commandNumber)
    for (const id of waiting) this.runs.get(id)?.nudgeOutbound()
    this.openings.plan(this.chooseOpenings(connections, new Set(waiting)))
    this.handOvers.begin(this.runs)
    this.lookForEnded(processes)
    return waiting.length === 0 && this.isSettled(connections) ? ALONE_POLL_MS : this.deps.pollMs
  }

  /* Where no other process can write, whatever is new nudges the poll. */
  private isSettled(connections: readonly SupervisedConnection[]): boolean {
    const { leases, drivers } = this.deps
    const isOpen = ({ id, provider }: SupervisedConnection) => this.runs.has(id) || !drivers.has(provider)
    return leases.isOnlyWriter && connections.every(isOpen)
  }

  /* The poll itself writes the beat: a process whose loop is stuck loses its share. */
  private async readShardMap() {
    const { db, processes, connections, outbound, self, shardTimes, pollMs } = this.deps
    const nowMs = performance.now()
    const listOurs = (all: readonly SupervisedConnection[]) =>
      all.filter(({ id, holder }) => this.runs.has(id) || holder === undefined).map(({ id }) => id)
    const isBeat = this.isStopped || nowMs + pollMs > this.beatAtMs + shardTimes.beatEveryMs
    const seen = await db.asPlatform(async (tx) => {
      const beat = () => processes.beat(tx, { ...self, isDraining: this.isStopped }, shardTimes.forgetAfterMs)
      // In this order, in one round trip.
      const [, supervised, alive] = await Promise.all([
        isBeat ? beat() : undefined,
        connections.listSupervised(tx),
        processes.listAlive(tx, shardTimes.aliveForMs),
      ])
      return {
        processes: alive,
        connections: supervised,
        waiting: await outbound.listWaiting(tx, listOurs(supervised)),
      }
    })
    if (isBeat) this.beatAtMs = nowMs
    this.wantedCount = seen.connections.length
    this.shards.update(seen.processes, seen.connections, performance.now())
    return seen
  }

  /*
   * Connections assigned here come first, then those of others, from a random start: processes that take over compete less.
   * Among them first those whose customers wait for an answer that is written.
   */
  private chooseOpenings(
    connections: readonly SupervisedConnection[],
    waiting: ReadonlySet<ConnectionId>,
  ): SupervisedConnection[] {
    const nowMs = performance.now()
    const idle = connections.filter(
      (connection) => !this.runs.has(connection.id) && this.shards.mayTake(connection, nowMs),
    )
    const from = Math.floor(this.deps.chance() * idle.length)
    const rotated = [...idle.slice(from), ...idle.slice(0, from)]
    const rank = ({ id }: SupervisedConnection) =>
      (this.shards.isOurs(id) ? 0 : 2) + (waiting.has(id) ? 0 : 1)
    return rotated
      .filter((connection) => this.hasDriver(connection))
      .toSorted((one, other) => rank(one) - rank(other))
  }

  /* Beside the poll: a host that is away does not answer for a second. */
  private lookForEnded(processes: readonly SeenProcess[]): void {
    this.lookingForEnded ??= this.tryOrLog(async () => {
      const ended = await this.endedProcesses.find(processes)
      for (const process of ended) await this.freeLeasesOf(process)
    }).finally(() => (this.lookingForEnded = undefined))
  }

  private async freeLeasesOf({ owner, rpcAddress }: SeenProcess): Promise<void> {
    const { db, processes, leases, nudges, shardTimes } = this.deps
    const isDropped = await db.asPlatform(async (tx) => {
      const dropped = await processes.dropSilent(tx, owner, shardTimes.silentAfterMs)
      if (dropped) await leases.freeAllOf(tx, owner)
      return dropped
    })
    if (!isDropped) return
    signals.processEnded(owner)
    for (const other of this.shards.others)
      if (other.rpcAddress !== rpcAddress) nudges.nudgeSupervisor(other.rpcAddress)
    this.loop.nudge()
  }

  private hasDriver({ id, companyId, provider }: SupervisedConnection): boolean {
    if (this.deps.drivers.has(provider)) return true
    if (!this.withoutDriver.has(id)) signals.noDriver({ companyId, connectionId: id, provider })
    this.withoutDriver.add(id)
    return false
  }

  private async supervise(connection: SupervisedConnection): Promise<SupervisedRun | undefined> {
    const driver = this.deps.drivers.get(connection.provider)
    const run = driver && (await superviseConnection(this.deps, driver, connection))
    if (!run) return undefined
    this.runs.set(connection.id, run)
    // A command that came while it ended is found by the next poll.
    void run.done.then(() => {
      this.runs.delete(connection.id)
      this.loop.nudgeWithin(this.deps.pollMs)
    })
    return run
  }
}
