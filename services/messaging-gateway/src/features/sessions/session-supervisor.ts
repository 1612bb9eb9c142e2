import type { ConnectionId, ConnectionProvider } from '@balcao/contracts'
import type { Running, ServicePorts } from '@balcao/kernel'

import { signals } from '../../signals'
import { WorkLoop } from '../../work-loop'
import type { SupervisedConnection } from '../connections'
import { ShardMap, type PeerNudges, type ProcessStore, type ShardTimes } from '../sharding'
import { HandOvers } from './hand-over'
import { superviseConnection, type SuperviseDeps, type SupervisedRun } from './supervise-connection'
import type { DriverSession, WhatsAppDriver } from '../whatsapp-driver'

export interface SupervisorDeps extends SuperviseDeps, Pick<ServicePorts, 'self'> {
  drivers: ReadonlyMap<ConnectionProvider, WhatsAppDriver>
  processes: ProcessStore
  nudges: PeerNudges
  shardTimes: ShardTimes
  pollMs: number
  /** Sessions that may begin within one poll: a restart must not storm the network. */
  opensPerPoll: number
}

/** A session of this process. */
export type HeldSession = Pick<SupervisedRun, 'companyId' | 'epoch' | 'line' | 'pairing'>

/** Holds this process's share of the sessions. */
export interface SessionSupervisor extends Running {
  /** What is known of the other processes. */
  readonly shards: Pick<ShardMap, 'mayHaveOthers' | 'holderOf' | 'others'>
  /** Looks now instead of at the next poll. */
  nudge(): void
  /** The connection has something to send, if it is held here. */
  nudgeOutbound(connectionId: ConnectionId): void
  held(connectionId: ConnectionId): HeldSession | undefined
  /** A connected line of this process. */
  line(connectionId: ConnectionId): DriverSession | undefined
}

/**
 * Takes the lease of every connection that wants a session and should be here, or that nobody else takes, and keeps it;
 * hands over what should be elsewhere. The poll of the database is the truth, nudges only make it soon. `stop` hands over
 * everything.
 */
export function startSupervisor(deps: SupervisorDeps): SessionSupervisor {
  return new Supervisor(deps)
}

class Supervisor implements SessionSupervisor {
  readonly shards: ShardMap
  private readonly runs = new Map<ConnectionId, SupervisedRun>()
  private readonly undriven = new Set<ConnectionId>()
  private readonly handOvers: HandOvers
  private readonly loop: WorkLoop
  private isStopped = false
  private beatAtMs = -Infinity
  private wantedCount = 0

  constructor(private readonly deps: SupervisorDeps) {
    this.shards = new ShardMap(deps.self, deps.shardTimes)
    this.handOvers = new HandOvers({ ...deps, shards: this.shards, times: deps.shardTimes })
    this.loop = new WorkLoop(
      () => this.look(),
      (error) => {
        signals.supervisorFailed(error)
        return deps.pollMs
      },
    )
    this.loop.nudge()
    signals.watchSessions(
      this,
      () => this.vitals(),
      () => this.wantedCount,
    )
  }

  nudge(): void {
    this.loop.nudge()
  }

  nudgeOutbound(connectionId: ConnectionId): void {
    this.runs.get(connectionId)?.nudgeOutbound()
  }

  held(connectionId: ConnectionId): HeldSession | undefined {
    return this.runs.get(connectionId)
  }

  line(connectionId: ConnectionId): DriverSession | undefined {
    return this.runs.get(connectionId)?.line()
  }

  async stop(): Promise<void> {
    if (this.isStopped) return
    this.isStopped = true
    signals.unwatchSessions(this)
    await this.loop.stop()
    await this.farewell(() => this.read())
    await this.handOvers.everything(this.runs)
    await this.farewell(() =>
      this.deps.db.asPlatform((tx) => this.deps.processes.leave(tx, this.deps.self.owner)),
    )
  }

  /* Without a database nobody can be told, and the others will see by themselves. */
  private farewell(work: () => Promise<unknown>): Promise<unknown> {
    return work().catch((error: unknown) => signals.supervisorFailed(error))
  }

  private vitals() {
    return [...this.runs].flatMap(([connectionId, run]) => {
      const vitals = run.vitals()
      return vitals ? [{ connectionId, ...vitals }] : []
    })
  }

  private async look(): Promise<number> {
    const { connections, waiting } = await this.read()
    for (const connection of connections) this.runs.get(connection.id)?.commanded(connection.commandNumber)
    for (const id of waiting) this.runs.get(id)?.nudgeOutbound()
    await Promise.all(this.mayOpen(connections).map((connection) => this.take(connection)))
    this.handOvers.begin(this.runs)
    return this.deps.pollMs
  }

  /* That it looks is what says that it is alive: a process that is stuck does not go on claiming its share. */
  private async read() {
    const { db, processes, connections, outbound, self, shardTimes, pollMs } = this.deps
    const nowMs = performance.now()
    const isBeat = this.isStopped || nowMs + pollMs > this.beatAtMs + shardTimes.beatEveryMs
    const seen = await db.asPlatform(async (tx) => {
      if (isBeat) await processes.beat(tx, { ...self, isDraining: this.isStopped }, shardTimes.forgetAfterMs)
      return {
        processes: await processes.listAlive(tx, shardTimes.aliveForMs),
        connections: await connections.listSupervised(tx),
        waiting: await outbound.listWaiting(tx, [...this.runs.keys()]),
      }
    })
    if (isBeat) this.beatAtMs = nowMs
    this.wantedCount = seen.connections.length
    this.shards.look(seen.processes, seen.connections, performance.now())
    return seen
  }

  /* Several processes may look at the same left-overs: each begins at its own place, after its own. */
  private mayOpen(connections: readonly SupervisedConnection[]): SupervisedConnection[] {
    const nowMs = performance.now()
    const idle = connections.filter(
      (connection) => !this.runs.has(connection.id) && this.shards.mayTake(connection, nowMs),
    )
    const from = Math.floor(this.deps.chance() * idle.length)
    const rotated = [...idle.slice(from), ...idle.slice(0, from)]
    const isOurs = ({ id }: SupervisedConnection) => this.shards.isOurs(id)
    return [...rotated.filter(isOurs), ...rotated.filter((connection) => !isOurs(connection))]
      .filter((connection) => this.isDriven(connection))
      .slice(0, this.deps.opensPerPoll)
  }

  private isDriven({ id, companyId, provider }: SupervisedConnection): boolean {
    if (this.deps.drivers.has(provider)) return true
    if (!this.undriven.has(id)) signals.noDriver({ companyId, connectionId: id, provider })
    this.undriven.add(id)
    return false
  }

  private async take(connection: SupervisedConnection): Promise<void> {
    const driver = this.deps.drivers.get(connection.provider)
    if (!driver || this.isStopped) return
    const run = await superviseConnection(this.deps, driver, connection)
    if (!run) return
    this.runs.set(connection.id, run)
    // What came while it was ending is seen by the next poll.
    void run.done.then(() => this.runs.delete(connection.id))
  }
}
