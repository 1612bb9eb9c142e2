import { AppError, waitUntilRenewed, type Tx } from '@balcao/kernel'

import { signals } from '../../signals'
import type { Connection } from '../connections'
import { startFollowUps, type FollowUp, type SessionHolder } from '../inbound'
import { startOutbound, type OutboundPump } from '../outbound'
import type { DriverSession, SessionEvent, WhatsAppDriver } from '../whatsapp-driver'
import type { RunningSession, SessionDeps, SessionEnd, SessionOutcome, SessionStats } from './running-session'
import { sessionCallbacks } from './session-callbacks'
import { writeSession } from './write-session'

interface Opening {
  driver: WhatsAppDriver
  connection: Connection
  /** Called, perhaps more than once, when it is connected, waits for a person (QR code, passkey) or is about to end. */
  onOpened(): void
}

/**
 * Opens a session for the holder of its lease and serves it until it ends.
 */
export function runSession(deps: SessionDeps, holder: SessionHolder, opening: Opening): RunningSession {
  return new Session(deps, holder, opening)
}

class Session implements RunningSession {
  readonly ended: Promise<SessionOutcome>
  end: (reason: SessionEnd) => void = () => undefined
  private session: DriverSession | undefined
  private pump: OutboundPump | undefined
  private followUps: FollowUp | undefined
  private isOver = false
  private isClosed = false
  private connectedAtMs: number | undefined
  private until: Date | undefined
  private qrCount = 0
  private isShowingQr = false
  private readonly beganAtMs = performance.now()
  private busyAtMs = this.beganAtMs

  constructor(
    private readonly deps: SessionDeps,
    private readonly holder: SessionHolder,
    private readonly opening: Opening,
  ) {
    const over = new Promise<SessionEnd>((resolve) => {
      this.end = (reason) => {
        this.isOver = true
        this.opening.onOpened()
        resolve(reason)
      }
    })
    const onAbort = () => this.end('lease-lost')
    holder.lease.signal.addEventListener('abort', onAbort, { once: true })
    this.ended = this.open()
      .then(() => over)
      .then((reason) => this.close(reason))
      .finally(() => holder.lease.signal.removeEventListener('abort', onAbort))
  }

  nudgeOutbound(): void {
    this.pump?.nudge()
    // What the webhook of such a driver records may wait for a file, and is recorded elsewhere.
    if (this.opening.driver.receive) this.followUps?.nudge()
  }

  connectedSession(): DriverSession | undefined {
    return this.pump && !this.isOver ? this.session : undefined
  }

  pairingSession(): DriverSession | undefined {
    return this.isShowingQr && !this.isOver ? this.session : undefined
  }

  stats(): SessionStats {
    return {
      state: this.isOver ? 'ending' : this.pump ? 'connected' : this.isShowingQr ? 'qrcode' : 'opening',
      ageMs: performance.now() - this.beganAtMs,
      quietMs: performance.now() - this.busyAtMs,
      lag: this.session?.lag() ?? 0,
      unanswered: this.pump?.unanswered ?? 0,
    }
  }

  private async open(): Promise<void> {
    const { companyId, connectionId, lease } = this.holder
    if (lease.signal.aborted) return this.end('lease-lost')
    try {
      await writeSession(this.deps, this.holder, {
        status: 'OPENING',
        qrcode: '',
        retries: this.opening.connection.retries,
        retryAt: null,
      })
      this.session = await this.opening.driver.open({
        companyId,
        connectionId,
        lease,
        callbacks: sessionCallbacks(this.deps, this.holder, {
          record: (what, work) => this.record(what, work),
          onSessionEvent: (event) => this.onSessionEvent(event),
          onTraffic: () => {
            this.busyAtMs = performance.now()
          },
          pump: () => this.pump,
          followUps: () => this.followUps,
        }),
        numbers: this.deps.numberCache(companyId, this.opening.driver.provider),
        findLastReceived: (chat) =>
          this.deps.db.withTenant(companyId, (tx) => this.deps.findLastReceived(tx, this.holder, chat)),
      })
      if (this.connectedAtMs !== undefined) this.startPump()
    } catch (error) {
      this.fail(error)
    }
  }

  private async close(reason: SessionEnd): Promise<SessionOutcome> {
    const connectedForMs = this.connectedAtMs === undefined ? 0 : performance.now() - this.connectedAtMs
    // Only after a planned end is the socket still open for acknowledgements.
    const isPlanned = reason === 'stopped' || reason === 'commanded'
    await this.pump?.stop(isPlanned ? this.deps.sessionTimes.drainMs : 0)
    const followUpsStop = this.followUps?.stop()
    try {
      if (reason === 'commanded') await this.logoutIfCommanded()
      // What the driver delivers until then is still recorded: the lease is held until the session is closed.
      await this.session?.close()
      await followUpsStop
    } catch (error) {
      signals.sessionFailed(this.holder, error)
    } finally {
      this.isClosed = true
    }
    return { reason, connectedForMs, until: this.until }
  }

  /** All but `restart`, which keeps the credentials, unlink the device. */
  private async logoutIfCommanded(): Promise<void> {
    const { companyId, connectionId } = this.holder
    const now = await this.deps.db.withTenant(companyId, (tx) =>
      this.deps.connections.findSupervised(tx, companyId, connectionId),
    )
    if (now && now.command !== '' && now.command !== 'restart') await this.session?.logout()
  }

  private fail(error: unknown): void {
    if (error instanceof AppError && error.code === 'ERR_LEASE_LOST') {
      signals.leaseLost(this.holder)
      this.end('lease-lost')
      return
    }
    if (!this.isOver) signals.sessionFailed(this.holder, error)
    this.end('failed')
  }

  /** Runs what records a callback. A failure goes to the driver, which retries; a lost lease ends the session. */
  private async record<T>(what: string, work: () => Promise<T>): Promise<T> {
    const { lease } = this.holder
    if (this.isClosed || lease.isSuspended)
      throw new AppError('ERR_LEASE_LOST', { detail: 'the session is over or its lease suspended' })
    try {
      return await signals.withTrace(what, work)
    } catch (error) {
      if (error instanceof AppError && error.code === 'ERR_LEASE_LOST') this.fail(error)
      throw error
    }
  }

  /*
   * An open session whose state is not stored would be used by no one: the write waits while the lease is suspended, and a
   * failed write ends the session.
   */
  private async onSessionEvent(event: SessionEvent): Promise<void> {
    const { lease } = this.holder
    if (event.kind === 'closed') {
      if (event.reason === 'temporarily-banned') this.until = event.until
      return this.end(event.reason)
    }
    await waitUntilRenewed(lease, () => this.isOver)
    try {
      await this.writeSessionEvent(event)
    } catch (error) {
      this.fail(error)
    }
  }

  private async writeSessionEvent(event: Exclude<SessionEvent, { kind: 'closed' }>): Promise<void> {
    if (this.isOver) return
    this.isShowingQr = event.kind === 'qr' || event.kind === 'passkey'
    if (this.isShowingQr) this.opening.onOpened()
    if (event.kind === 'pairing')
      return writeSession(this.deps, this.holder, { status: 'PAIRING', qrcode: '' })
    if (event.kind === 'qr') return this.onQr(event.text)
    if (event.kind === 'passkey')
      return writeSession(this.deps, this.holder, { status: 'qrcode', qrcode: '', passkey: event.step })
    const { number } = event
    await writeSession(
      this.deps,
      this.holder,
      { status: 'CONNECTED', qrcode: '', number, retries: 0, lastEnd: '', retryAt: null },
      { alongside: (tx) => this.recordNumber(tx, number) },
    )
    signals.sessionConnected({
      companyId: this.holder.companyId,
      connectionId: this.holder.connectionId,
      epoch: this.holder.lease.epoch,
    })
    this.connectedAtMs ??= performance.now()
    this.startPump()
  }

  /* A number's age counts from the first time it was seen; the cap on new chats depends on it. */
  private recordNumber(tx: Tx, number: string): Promise<void> {
    const { lanes, clock } = this.deps
    return lanes.recordLinkedNumber(tx, this.holder.companyId, number, clock.now())
  }

  private async onQr(text: string): Promise<void> {
    this.qrCount += 1
    if (this.qrCount > this.deps.sessionTimes.qrLimit) return this.end('qr-expired')
    await writeSession(this.deps, this.holder, {
      status: 'qrcode',
      qrcode: text,
      number: '',
      retries: this.qrCount,
    })
  }

  /* Once, after both `open` and `connected`, which may come in either order. */
  private startPump(): void {
    if (!this.session || this.pump || this.isOver) return
    const driver = { session: this.session, capabilities: this.opening.driver.capabilities }
    this.pump = startOutbound(this.deps, this.holder, driver, (error) => this.fail(error))
    this.followUps = startFollowUps(this.deps, this.holder, this.session, (error) => this.fail(error))
    this.opening.onOpened()
  }
}
