import type { CompanyId } from '@balcao/contracts'
import { AppError, type Lease, type Leases } from '@balcao/kernel'

import { signals } from '../../signals'
import type { AddressBookStore } from '../address-book'
import type { Connection } from '../connections'
import type { SessionHolder } from '../inbound'
import { finishMove } from '../number-moves'
import { isLongWait, type NextStep } from './decide-next-step'
import { decideStepAfterEnd, type StepDeps } from './decide-step-after-end'
import { runSession } from './run-session'
import type { RunningSession, SessionDeps, SessionOutcome, SessionStats } from './running-session'
import type { DriverSession, EndReason, WhatsAppDriver } from '../whatsapp-driver'
import { findSupervisedConnection, writeSession } from './write-session'

export interface SuperviseDeps extends SessionDeps, StepDeps {
  leases: Leases
  addressBook: AddressBookStore
}

/** The supervision of one connection, from taking its lease to giving it back. */
export interface SupervisedRun {
  readonly companyId: CompanyId
  /** Of the lease. */
  readonly epoch: number
  /** Resolves once a session is open, waits for a person, has ended or is due later. Never rejects. */
  readonly opened: Promise<void>
  /** Resolves when the connection needs no session any more or its lease is lost. Never rejects. */
  done: Promise<void>
  /** The row has a command of this number; older numbers are ignored. */
  onCommand(commandNumber: number): void
  nudgeOutbound(): void
  connectedSession(): DriverSession | undefined
  /** The session while it shows QR codes, or asks for a passkey. */
  pairingSession(): DriverSession | undefined
  /** Of the current session; undefined between two. */
  stats(): SessionStats | undefined
  /** Closes without logging out. */
  stop(): Promise<void>
}

/* Node runs longer timers immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Of the lease that a connection's session is held by. */
export const leaseName = (connectionId: number): string => `session:${connectionId}`

/**
 * Supervises one connection for as long as this process holds the lease: executes commands, connects, and after each end
 * applies `decideNextStep`. Undefined while another process holds the lease.
 */
export async function superviseConnection(
  deps: SuperviseDeps,
  driver: WhatsAppDriver,
  connection: Pick<Connection, 'id' | 'companyId'>,
): Promise<SupervisedRun | undefined> {
  const lease = await deps.leases.acquire(leaseName(connection.id))
  return lease
    ? new ConnectionSupervisor(deps, driver, {
        companyId: connection.companyId,
        connectionId: connection.id,
        lease,
      })
    : undefined
}

type SupervisedRow = Connection & { deleted: boolean }

class ConnectionSupervisor implements SupervisedRun {
  readonly done: Promise<void>
  readonly opened: Promise<void>
  private resolveOpened: () => void = () => undefined
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
    this.opened = new Promise((resolve) => {
      this.resolveOpened = resolve
    })
    this.done = this.supervise()
      .catch((error: unknown) => this.logFailure(error))
      .finally(() => this.resolveOpened())
      .finally(() => this.holder.lease.release())
      .catch((error: unknown) => signals.sessionFailed(this.holder, error))
  }

  onCommand(commandNumber: number): void {
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

  connectedSession(): DriverSession | undefined {
    return this.current?.connectedSession()
  }

  pairingSession(): DriverSession | undefined {
    return this.current?.pairingSession()
  }

  stats(): SessionStats | undefined {
    return this.current?.stats()
  }

  async stop(): Promise<void> {
    this.isStopped = true
    this.current?.end('stopped')
    this.wake()
    await this.done
  }

  private logFailure(error: unknown): void {
    if (error instanceof AppError && error.code === 'ERR_LEASE_LOST') signals.leaseLost(this.holder)
    else signals.sessionFailed(this.holder, error)
  }

  private async supervise(): Promise<void> {
    let row = await this.waitForPlannedRetry()
    for (; !this.isStopped && !this.holder.lease.signal.aborted; row = undefined) {
      const connection = await this.executeCommand(row)
      if (!connection) return
      const version = await this.deps.clientVersions.readCurrent()
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
      const { failures } = this
      const step = await decideStepAfterEnd(this.deps, this.holder, { reason, failures, until, version })
      if (!(await this.applyStep(step, reason))) return
    }
  }

  /**
   * A new lease holder keeps the stored time of the next attempt: the end of a ban, a slow retry. The row, unless it is older than the
   * wait.
   */
  private async waitForPlannedRetry(): Promise<SupervisedRow | undefined> {
    const row = await this.findRow()
    if (!row?.retryAt || row.command !== '') return row
    this.resolveOpened()
    this.failures = row.retries
    this.seenCommand = row.commandNumber
    await this.pause(row.retryAt.getTime() - this.deps.clock.now().getTime())
    return undefined
  }

  private findRow(): Promise<SupervisedRow | undefined> {
    return findSupervisedConnection(this.deps, this.holder)
  }

  /** Executes the row's command. The connection to connect now, or undefined when it should have no session. */
  private async executeCommand(known: SupervisedRow | undefined): Promise<Connection | undefined> {
    const row = known ?? (await this.findRow())
    // It has moved to another network, whose driver takes the lease next.
    if (row?.provider !== this.driver.provider) return undefined
    this.seenCommand = row.commandNumber
    if (row.command !== '') {
      if (row.command !== 'restart') await this.forget()
      if (row.command === 'move' && !row.deleted) {
        await finishMove(this.deps, this.holder)
        return undefined
      }
      this.failures = 0
      const state = row.wanted
        ? { status: 'OPENING' as const }
        : { status: 'DISCONNECTED' as const, number: '' }
      await writeSession(
        this.deps,
        this.holder,
        { ...state, qrcode: '', retries: 0, lastEnd: '', retryAt: null },
        { executedCommand: row.commandNumber },
      )
    }
    return row.wanted && !row.deleted ? row : undefined
  }

  private async connect(connection: Connection): Promise<SessionOutcome> {
    const row = { ...connection, retries: this.failures }
    this.current = runSession(this.deps, this.holder, {
      driver: this.driver,
      connection: row,
      onOpened: this.resolveOpened,
    })
    if (this.isStopped) this.current.end('stopped')
    try {
      return await this.current.ended
    } finally {
      this.current = undefined
    }
  }

  /** Whether the loop goes on. */
  private async applyStep(step: NextStep, reason: EndReason): Promise<boolean> {
    const reasonPatch = step.shownReason === undefined ? {} : { lastEnd: step.shownReason }
    const shown = { status: step.status, qrcode: '', retries: this.failures, ...reasonPatch }
    if (step.kind === 'stay-closed') {
      if (step.forget) await this.forget()
      const rested = { ...shown, wanted: false, retryAt: null, ...(step.forget && { number: '' }) }
      await writeSession(this.deps, this.holder, rested, { endReason: reason })
      // A command that came meanwhile is executed in the next turn.
      return true
    }
    // A restart that the server asks for is part of linking: the page shows no end.
    if (step.shownReason !== undefined || step.delayMs > 0) {
      const retryAt = isLongWait(step) ? new Date(this.deps.clock.now().getTime() + step.delayMs) : null
      await writeSession(this.deps, this.holder, { ...shown, retryAt }, { endReason: reason })
    }
    await this.pause(step.delayMs)
    if (step.newEpoch && !this.isStopped) return this.renewEpoch()
    return true
  }

  /** Deletes credentials, keys and address book: the next phone may be another one. */
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

  /** Until the time is up, a command comes, the lease is lost or `stop` is called. */
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
