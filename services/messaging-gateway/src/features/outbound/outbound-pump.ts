import type { Tx } from '@balcao/kernel'

import { signals } from '../../signals'
import { WorkLoop } from '../../work-loop'
import type { SessionHolder } from '../inbound'
import { parseAddress, parseAuthor } from '../whatsapp-driver'
import { claimRows } from './claim-rows'
import { noAnswerFailure } from './failures'
import { giveUp, moveOutbound } from './record-ack'
import { isTerminal } from './outbound-state'
import type { Claimed, Lane, OutboundRow } from './outbound.store'
import type { ReadMark } from './read-mark.store'
import { markOutcomeUnknown, sendOutbound, type ConnectedDriver, type SendDeps } from './send-outbound'

/** Chats of one connection that are sent to at the same time. */
const CHATS_AT_ONCE = 8
const CAMPAIGNS_AT_ONCE = 2
const READ_MARKS_AT_ONCE = 50
const MIN_WAIT_MS = 10
const SUSPENDED_WAIT_MS = 200

const toDriverMark = ({ remoteJid, participant, waIds }: ReadMark) => ({
  chat: parseAddress(remoteJid),
  author: parseAuthor(participant),
  waIds,
})

/** Sends the queue of one connected session, until it is stopped. */
export interface OutboundPump {
  /** Frames that were sent, or are being sent, and not acknowledged. */
  readonly unanswered: number
  /** There may be something to send. */
  nudge(): void
  /** These rows were acknowledged, refused or failed: their chats may go on. */
  release(rows: readonly OutboundRow[]): void
  /** Sends no further row; resolves when all sent frames are acknowledged, at the latest after `drainMs`. */
  stop(drainMs: number): Promise<void>
}

/**
 * Sends the queue of one connected session: agents before campaigns, campaigns at their pace, one message of a chat at a time,
 * chats in parallel. Rows that an earlier session left in CLAIMED or SENDING are recovered first.
 * @param failed called once when the database fails or the lease is lost: the session must end, the next one recovers.
 */
export function startOutbound(
  deps: SendDeps,
  holder: SessionHolder,
  driver: ConnectedDriver,
  failed: (error: unknown) => void,
): OutboundPump {
  return new Pump(deps, holder, driver, failed)
}

class Pump implements OutboundPump {
  private readonly inFlight = new Map<number, { since: number; lane: Lane }>()
  private readonly loop: WorkLoop
  private hasRecovered = false
  private isOver = false
  private isMarking = false
  private drained: () => void = () => undefined

  constructor(
    private readonly deps: SendDeps,
    private readonly holder: SessionHolder,
    private readonly driver: ConnectedDriver,
    private readonly failed: (error: unknown) => void,
  ) {
    this.loop = new WorkLoop(
      () => this.turn(),
      (error) => this.giveUp(error),
    )
    this.loop.nudge()
  }

  get unanswered(): number {
    return this.inFlight.size
  }

  nudge(): void {
    this.loop.nudge()
  }

  release(rows: readonly OutboundRow[]): void {
    for (const row of rows) {
      const flight = this.inFlight.get(row.id)
      if (flight) signals.accepted(performance.now() - flight.since)
      this.inFlight.delete(row.id)
    }
    if (this.inFlight.size === 0) this.drained()
    if (rows.length > 0) this.nudge()
  }

  async stop(drainMs: number): Promise<void> {
    await this.loop.stop()
    if (this.isOver || this.inFlight.size === 0 || drainMs === 0) return
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.drained = resolve
      // Ends early when nothing is in flight any more: a pause cannot be cut short.
      timer = setTimeout(resolve, drainMs)
    })
    clearTimeout(timer)
  }

  private giveUp(error: unknown): undefined {
    if (!this.isOver) this.failed(error)
    this.isOver = true
    this.drained()
  }

  private get epoch() {
    const { companyId, connectionId, lease } = this.holder
    return { companyId, connectionId, epoch: lease.epoch }
  }

  private recover(): Promise<unknown> {
    const { deps, holder } = this
    const now = deps.clock.now()
    const notBefore = new Date(now.getTime() + deps.times.graceMs)
    return moveOutbound(deps, holder, async (tx) => {
      const given = this.driver.capabilities.isIdempotent ? [] : await this.giveUpSending(tx)
      await deps.outbound.recover(tx, this.epoch, notBefore, now)
      return given
    })
  }

  /* Their outcome is unknown: such a network would deliver a repeat twice. */
  private async giveUpSending(tx: Tx): Promise<(OutboundRow | undefined)[]> {
    const { deps, holder } = this
    const rows: (OutboundRow | undefined)[] = []
    for (const row of await deps.outbound.listSending(tx, holder))
      rows.push(await giveUp(deps, tx, holder, { row, code: noAnswerFailure(row.operation) }))
    return rows
  }

  /** Claims rows and sends them. */
  private async turn(): Promise<number | undefined> {
    if (this.isOver) return undefined
    if (this.holder.lease.isSuspended) return SUSPENDED_WAIT_MS
    if (!this.hasRecovered) await this.recover()
    this.hasRecovered = true
    const { overdue, claimed, marks } = await this.readWork()
    await this.markOverdue(overdue)
    for (const row of claimed.rows) this.startSending(row)
    if (marks.length > 0) this.sendReadMarks(marks)
    if (overdue.length > 0) this.nudge()
    return this.computeWaitMs(claimed.nextClaimAt)
  }

  private readWork() {
    const { deps, epoch, holder } = this
    const now = deps.clock.now()
    const since = new Date(now.getTime() - deps.times.acceptWithinMs)
    return deps.db.withTenant(holder.companyId, async (tx) => {
      await deps.leases.fence(tx, holder.lease)
      return {
        overdue: this.inFlight.size > 0 ? await deps.outbound.listOverdue(tx, epoch, since) : [],
        claimed: await claimRows(deps, tx, epoch, {
          now,
          room: this.countFreeSlots(),
          isPaced: this.driver.capabilities.needsHumanPace,
        }),
        marks: this.isMarking
          ? []
          : await deps.readMarks.list(tx, epoch.companyId, epoch.connectionId, READ_MARKS_AT_ONCE),
      }
    })
  }

  private countFreeSlots() {
    const campaigns = [...this.inFlight.values()].filter(({ lane }) => lane === 'campaign').length
    return { chats: CHATS_AT_ONCE - this.inFlight.size, campaigns: CAMPAIGNS_AT_ONCE - campaigns }
  }

  private startSending(row: Claimed): void {
    this.inFlight.set(row.id, { since: performance.now(), lane: row.lane })
    sendOutbound(this.deps, this.holder, this.driver, row).then(
      (outcome) => (outcome === 'over' ? this.release([row]) : this.releaseIfSettled(row)),
      (error: unknown) => this.giveUp(error),
    )
  }

  /* A receipt may settle the row in another process before the answer of the call does here. */
  private releaseIfSettled({ id, waId, companyId, connectionId }: OutboundRow): void {
    if (this.driver.capabilities.isIdempotent || !this.inFlight.has(id)) return
    this.deps.db
      .withTenant(companyId, (tx) => this.deps.outbound.findByWaId(tx, companyId, connectionId, waId))
      .then(
        (row) => (row && isTerminal(row.state) ? this.release([row]) : undefined),
        (error: unknown) => this.giveUp(error),
      )
  }

  /** Frames that the server has not acknowledged in time. */
  private async markOverdue(overdue: readonly OutboundRow[]): Promise<void> {
    for (const row of overdue) {
      await markOutcomeUnknown(this.deps, this.holder, this.driver, row)
      this.inFlight.delete(row.id)
    }
  }

  /* Messages do not wait for the answers to read marks. */
  private sendReadMarks(marks: readonly ReadMark[]): void {
    this.isMarking = true
    this.markRead(marks).then(
      () => {
        this.isMarking = false
        this.nudge()
      },
      (error: unknown) => this.giveUp(error),
    )
  }

  private async markRead(marks: readonly ReadMark[]): Promise<void> {
    const { companyId, connectionId } = this.holder
    await Promise.all(marks.map((mark) => this.driver.session.readMarks(toDriverMark(mark))))
    const ids = marks.map((mark) => mark.id)
    await this.deps.db.withTenant(companyId, (tx) =>
      this.deps.readMarks.delete(tx, companyId, connectionId, ids),
    )
  }

  /** Until the next row is due or an acknowledgement is overdue. */
  private computeWaitMs(nextClaimAt: Date | undefined): number | undefined {
    const waits: number[] = []
    if (nextClaimAt)
      waits.push(Math.max(MIN_WAIT_MS, nextClaimAt.getTime() - this.deps.clock.now().getTime()))
    if (this.inFlight.size > 0) waits.push(this.deps.times.acceptWithinMs)
    return waits.length > 0 ? Math.min(...waits) : undefined
  }
}
