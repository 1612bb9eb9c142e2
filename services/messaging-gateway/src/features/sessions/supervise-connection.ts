import type { CompanyId } from '@balcao/contracts'
import { AppError, type Lease, type Leases } from '@balcao/kernel'

import { signals } from '../../signals'
import type { AddressBookStore } from '../address-book'
import { isOlder, type ClientVersions, type WebVersion } from '../client-version'
import type { Connection } from '../connections'
import type { SessionHolder } from '../inbound'
import { afterClose, isWorthWaitingFor, type NextStep } from './after-close'
import {
  runSession,
  type RunningSession,
  type SessionDeps,
  type SessionOutcome,
  type SessionVitals,
} from './run-session'
import { closeTable, type DriverSession, type EndReason, type WhatsAppDriver } from '../whatsapp-driver'
import { readConnection, writeSession } from './write-session'

export interface SuperviseDeps extends SessionDeps {
  leases: Leases
  addressBook: AddressBookStore
  chance(): number
  /** What sockets say they are; `refresh` looks whether there is a newer version. */
  clientVersions: Pick<ClientVersions, 'current' | 'refresh'>
}

/** One connection in this process's care, from taking its lease to giving it back. */
export interface SupervisedRun {
  readonly companyId: CompanyId
  /** Of the lease it runs under. */
  readonly epoch: number
  /** Resolves when the connection needs nobody any more or belongs to somebody else. Never rejects. */
  done: Promise<void>
  /** A newer command waits in the row. */
  commanded(commandNumber: number): void
  nudgeOutbound(): void
  line(): DriverSession | undefined
  /** The session while it shows QR codes, or asks for a passkey. */
  pairing(): DriverSession | undefined
  /** Of the session that runs now; undefined between two. */
  vitals(): SessionVitals | undefined
  /** Hangs up without logging out. */
  stop(): Promise<void>
}

/* Node fires longer ones at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

interface Ended {
  until: Date | undefined
  /** The version that it had been opened with. */
  version: WebVersion
}

const leaseName = (connectionId: number) => `session:${connectionId}`

/**
 * Keeps one connection's session as its administrators want it, for as long as this process holds the lease:
 * obeys commands, connects, and after each end does what `afterClose` says.
 * Undefined while another process holds it.
 */
export async function superviseConnection(
  deps: SuperviseDeps,
  driver: WhatsAppDriver,
  connection: Pick<Connection, 'id' | 'companyId'>,
): Promise<SupervisedRun | undefined> {
  const lease = await deps.leases.acquire(leaseName(connection.id))
  return lease
    ? new Supervised(deps, driver, { companyId: connection.companyId, connectionId: connection.id, lease })
    : undefined
}

class Supervised implements SupervisedRun {
  readonly done: Promise<void>
  private current: RunningSession | undefined
  private isStopped = false
  private seenCommand = 0
  private failures = 0
  private wake: () => void = () => undefined

  constructor(
    private readonly deps: SuperviseDeps,
    private readonly driver: WhatsAppDriver,
    private holder: SessionHolder,
  ) {
    this.done = this.supervise()
      .catch((error: unknown) => this.failed(error))
      .finally(() => this.holder.lease.release())
      .catch((error: unknown) => signals.sessionFailed(this.holder, error))
  }

  commanded(commandNumber: number): void {
    if (commandNumber <= this.seenCommand) return
    this.current?.end('commanded')
    this.wake()
  }

  get companyId(): CompanyId {
    return this.holder.companyId
  }

  get epoch(): number {
    return this.holder.lease.epoch
  }

  nudgeOutbound(): void {
    this.current?.nudgeOutbound()
  }

  line(): DriverSession | undefined {
    return this.current?.line()
  }

  pairing(): DriverSession | undefined {
    return this.current?.pairing()
  }

  vitals(): SessionVitals | undefined {
    return this.current?.vitals()
  }

  async stop(): Promise<void> {
    this.isStopped = true
    this.current?.end('stopped')
    this.wake()
    await this.done
  }

  /* Whoever holds the lease now goes on from here. */
  private failed(error: unknown): void {
    if (error instanceof AppError && error.code === 'ERR_LEASE_LOST') signals.leaseLost(this.holder)
    else signals.sessionFailed(this.holder, error)
  }

  private async supervise(): Promise<void> {
    await this.waitAsPlanned()
    while (!this.isStopped && !this.holder.lease.signal.aborted) {
      const connection = await this.obey()
      if (!connection) return
      const version = await this.deps.clientVersions.current()
      const { reason, connectedForMs, until } = await this.connect(connection)
      if (reason === 'stopped' || reason === 'lease-lost') return
      if (reason === 'commanded') continue
      const wasStable = connectedForMs > 0 && connectedForMs >= this.deps.sessionTimes.stableMs
      this.failures = wasStable ? 1 : this.failures + 1
      signals.sessionEnded({
        companyId: connection.companyId,
        connectionId: connection.id,
        reason,
        retries: this.failures,
      })
      if (!(await this.follow(await this.nextStep(reason, { until, version }), reason))) return
    }
  }

  /** A process that takes a connection over keeps what was planned before: a ban's end, a slow retry. */
  private async waitAsPlanned(): Promise<void> {
    const row = await readConnection(this.deps, this.holder)
    if (!row?.retryAt || row.command !== '') return
    this.failures = row.retries
    this.seenCommand = row.commandNumber
    await this.pause(row.retryAt.getTime() - this.deps.clock.now().getTime())
  }

  /** Carries out what was commanded; the connection to connect now, or undefined when it shall rest. */
  private async obey(): Promise<Connection | undefined> {
    const row = await readConnection(this.deps, this.holder)
    if (!row) return undefined
    this.seenCommand = row.commandNumber
    if (row.command !== '') {
      if (row.command !== 'restart') await this.forget()
      this.failures = 0
      const state = row.wanted
        ? { status: 'OPENING' as const }
        : { status: 'DISCONNECTED' as const, number: '' }
      await writeSession(
        this.deps,
        this.holder,
        { ...state, qrcode: '', retries: 0, lastEnd: '', retryAt: null },
        { obeyed: row.commandNumber },
      )
    }
    return row.wanted && !row.deleted ? row : undefined
  }

  private async connect(connection: Connection): Promise<SessionOutcome> {
    this.current = runSession(this.deps, this.holder, this.driver, { ...connection, retries: this.failures })
    if (this.isStopped) this.current.end('stopped')
    try {
      return await this.current.ended
    } finally {
      this.current = undefined
    }
  }

  private async nextStep(reason: EndReason, { until, version }: Ended): Promise<NextStep> {
    const now = this.deps.clock.now()
    const history = {
      failures: this.failures,
      replacedAt: reason === 'replaced' ? [...(await this.replacedBefore(now)), now] : [],
      until,
      hasNewVersion: reason === 'outdated' && (await this.isRenewed(version)),
    }
    return afterClose(reason, history, now, this.deps.chance())
  }

  private async isRenewed(refused: WebVersion): Promise<boolean> {
    await this.deps.clientVersions.refresh()
    return isOlder(refused, await this.deps.clientVersions.current())
  }

  private async replacedBefore(now: Date): Promise<Date[]> {
    const { companyId, connectionId } = this.holder
    const since = new Date(now.getTime() - closeTable.replaced.plan.withinMs)
    const ends = await this.deps.db.withTenant(companyId, (tx) =>
      this.deps.sessionEnds.listSince(tx, companyId, connectionId, since),
    )
    return ends.flatMap((end) => (end.reason === 'replaced' ? [end.at] : []))
  }

  /** Whether there is a next turn. */
  private async follow(step: NextStep, reason: EndReason): Promise<boolean> {
    const said = step.says === undefined ? {} : { lastEnd: step.says }
    const shown = { status: step.status, qrcode: '', retries: this.failures, ...said }
    if (step.kind === 'rest') {
      if (step.forget) await this.forget()
      const rested = { ...shown, wanted: false, retryAt: null, ...(step.forget && { number: '' }) }
      await writeSession(this.deps, this.holder, rested, { ended: reason })
      // A command that came meanwhile is obeyed in the next turn.
      return true
    }
    // A restart that the network asks for is part of linking, not an end.
    if (step.says !== undefined || step.delayMs > 0) {
      const retryAt = isWorthWaitingFor(step)
        ? new Date(this.deps.clock.now().getTime() + step.delayMs)
        : null
      await writeSession(this.deps, this.holder, { ...shown, retryAt }, { ended: reason })
    }
    await this.pause(step.delayMs)
    if (step.newEpoch && !this.isStopped) return this.renewEpoch()
    return true
  }

  /** The next phone may be another one: neither keys nor names of this one stay. */
  private async forget(): Promise<void> {
    const { companyId, connectionId, lease } = this.holder
    await this.driver.forget(companyId, connectionId, lease)
    await this.deps.db.withTenant(companyId, async (tx) => {
      await this.deps.leases.fence(tx, lease)
      await this.deps.addressBook.clear(tx, companyId, connectionId)
    })
  }

  private async renewEpoch(): Promise<boolean> {
    await this.holder.lease.release()
    const lease: Lease | undefined = await this.deps.leases.acquire(leaseName(this.holder.connectionId))
    if (!lease) return false
    this.holder = { ...this.holder, lease }
    return true
  }

  /** Until the time is up, a command comes, the lease is lost or the process stops. */
  private async pause(ms: number): Promise<void> {
    const { signal } = this.holder.lease
    if (ms <= 0 || this.isStopped || signal.aborted) return
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.wake = resolve
      signal.addEventListener('abort', this.wake, { once: true })
      // A pause could not be cut short by a command.
      timer = setTimeout(resolve, Math.min(ms, LONGEST_TIMER_MS))
    })
    clearTimeout(timer)
    signal.removeEventListener('abort', this.wake)
    this.wake = () => undefined
  }
}
