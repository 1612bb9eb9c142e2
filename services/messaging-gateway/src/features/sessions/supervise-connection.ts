import type { CompanyId } from '@balcao/contracts'
import { AppError, type Lease, type Leases } from '@balcao/kernel'

import { signals } from '../../signals'
import type { AddressBookStore } from '../address-book'
import type { Connection } from '../connections'
import type { SessionHolder } from '../inbound'
import { afterClose, type NextStep } from './after-close'
import {
  runSession,
  type RunningSession,
  type SessionDeps,
  type SessionEnd,
  type SessionVitals,
} from './run-session'
import type { CloseReason, DriverSession, WhatsAppDriver } from '../whatsapp-driver'
import { readConnection, writeSession, type SessionPatch } from './write-session'

export interface SuperviseDeps extends SessionDeps {
  leases: Leases
  addressBook: AddressBookStore
  chance(): number
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
  /** The session while it shows QR codes. */
  pairing(): DriverSession | undefined
  /** Of the session that runs now; undefined between two. */
  vitals(): SessionVitals | undefined
  /** Hangs up without logging out. */
  stop(): Promise<void>
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
  private takeoversAt: Date[] = []
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
    while (!this.isStopped && !this.holder.lease.signal.aborted) {
      const connection = await this.obey()
      if (!connection) return
      const { reason, wasConnected } = await this.connect(connection)
      if (reason === 'stopped' || reason === 'lease-lost') return
      if (reason === 'commanded') continue
      this.failures = wasConnected ? 1 : this.failures + 1
      signals.sessionEnded({
        companyId: connection.companyId,
        connectionId: connection.id,
        reason,
        retries: this.failures,
      })
      if (!(await this.follow(this.nextStep(reason), reason))) return
    }
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
        { ...state, qrcode: '', retries: 0, lastEnd: '' },
        row.commandNumber,
      )
    }
    return row.wanted && !row.deleted ? row : undefined
  }

  private async connect(connection: Connection): Promise<{ reason: SessionEnd; wasConnected: boolean }> {
    this.current = runSession(this.deps, this.holder, this.driver, { ...connection, retries: this.failures })
    if (this.isStopped) this.current.end('stopped')
    try {
      return await this.current.ended
    } finally {
      this.current = undefined
    }
  }

  private nextStep(reason: CloseReason | 'failed'): NextStep {
    const history = { failures: this.failures, takeoversAt: this.takeoversAt }
    return afterClose(
      reason === 'failed' ? 'lost' : reason,
      history,
      this.deps.clock.now(),
      this.deps.chance(),
    )
  }

  /** Whether there is a next turn. */
  private async follow(step: NextStep, reason: CloseReason | 'failed'): Promise<boolean> {
    // A restart that the network asks for is part of pairing, not an end.
    const isEnd = reason !== 'restart-required'
    const lastEnd = isEnd ? { lastEnd: reason } : {}
    if (step.kind === 'rest') {
      await this.rest(step.forget, lastEnd)
      // A command that came meanwhile is obeyed in the next turn.
      return true
    }
    if (isEnd || step.delayMs > 0)
      await writeSession(this.deps, this.holder, {
        status: 'OPENING',
        qrcode: '',
        retries: this.failures,
        ...lastEnd,
      })
    await this.pause(step.delayMs)
    if (step.newEpoch && !this.isStopped) return this.renewEpoch()
    return true
  }

  private async rest(isVoid: boolean, lastEnd: Pick<SessionPatch, 'lastEnd'>): Promise<void> {
    if (isVoid) await this.forget()
    await writeSession(this.deps, this.holder, {
      status: 'DISCONNECTED',
      qrcode: '',
      wanted: false,
      retries: this.failures,
      ...lastEnd,
      ...(isVoid && { number: '' }),
    })
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
    this.takeoversAt = [...this.takeoversAt, this.deps.clock.now()].slice(-10)
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
      timer = setTimeout(resolve, ms)
    })
    clearTimeout(timer)
    signal.removeEventListener('abort', this.wake)
    this.wake = () => undefined
  }
}
