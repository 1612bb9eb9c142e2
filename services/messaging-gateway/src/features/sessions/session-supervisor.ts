import type { ConnectionId, ConnectionProvider } from '@balcao/contracts'
import type { Running } from '@balcao/kernel'

import { signals } from '../../signals'
import { WorkLoop } from '../../work-loop'
import type { SupervisedConnection } from '../connections'
import { superviseConnection, type SuperviseDeps, type SupervisedRun } from './supervise-connection'
import type { DriverSession, WhatsAppDriver } from '../whatsapp-driver'

export interface SupervisorDeps extends SuperviseDeps {
  drivers: ReadonlyMap<ConnectionProvider, WhatsAppDriver>
  pollMs: number
  /** Sessions that may begin within one poll: a restart must not storm the network. */
  opensPerPoll: number
}

/** Holds this process's share of the sessions. */
export interface SessionSupervisor extends Running {
  /** Looks now instead of at the next poll. */
  nudge(): void
  /** The connection has something to send, if it is held here. */
  nudgeOutbound(connectionId: ConnectionId): void
  /** A connected line of this process. */
  line(connectionId: ConnectionId): DriverSession | undefined
  /** A session of this process that shows QR codes. */
  pairing(connectionId: ConnectionId): DriverSession | undefined
}

/**
 * Takes the lease of every connection that wants a session and can be had, and keeps it. The poll of the database is the
 * truth, nudges only make it soon. `stop` hangs up everywhere and gives the leases back.
 */
export function startSupervisor(deps: SupervisorDeps): SessionSupervisor {
  return new Supervisor(deps)
}

class Supervisor implements SessionSupervisor {
  private readonly runs = new Map<ConnectionId, SupervisedRun>()
  private readonly undriven = new Set<ConnectionId>()
  private readonly loop: WorkLoop
  private isStopped = false

  constructor(private readonly deps: SupervisorDeps) {
    this.loop = new WorkLoop(
      () => this.look(),
      (error) => {
        signals.supervisorFailed(error)
        return deps.pollMs
      },
    )
    this.loop.nudge()
    signals.watchSessions(this, () => this.vitals())
  }

  nudge(): void {
    this.loop.nudge()
  }

  nudgeOutbound(connectionId: ConnectionId): void {
    this.runs.get(connectionId)?.nudgeOutbound()
  }

  line(connectionId: ConnectionId): DriverSession | undefined {
    return this.runs.get(connectionId)?.line()
  }

  pairing(connectionId: ConnectionId): DriverSession | undefined {
    return this.runs.get(connectionId)?.pairing()
  }

  async stop(): Promise<void> {
    this.isStopped = true
    signals.unwatchSessions(this)
    await this.loop.stop()
    await Promise.all([...this.runs.values()].map((run) => run.stop()))
  }

  private vitals() {
    return [...this.runs].flatMap(([connectionId, run]) => {
      const vitals = run.vitals()
      return vitals ? [{ connectionId, ...vitals }] : []
    })
  }

  private async look(): Promise<number> {
    const { connections, waiting } = await this.deps.db.asPlatform(async (tx) => ({
      connections: await this.deps.connections.listSupervised(tx),
      waiting: await this.deps.outbound.listWaiting(tx, [...this.runs.keys()]),
    }))
    for (const connection of connections) this.runs.get(connection.id)?.commanded(connection.commandNumber)
    for (const id of waiting) this.runs.get(id)?.nudgeOutbound()
    const idle = connections.filter((connection) => !this.runs.has(connection.id))
    await Promise.all(this.mayOpen(idle).map((connection) => this.take(connection)))
    return this.deps.pollMs
  }

  /* In a cluster every process looks at the same list: each begins at its own place. */
  private mayOpen(idle: readonly SupervisedConnection[]): SupervisedConnection[] {
    const from = Math.floor(this.deps.chance() * idle.length)
    const rotated = [...idle.slice(from), ...idle.slice(0, from)]
    return rotated.filter((connection) => this.isDriven(connection)).slice(0, this.deps.opensPerPoll)
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
