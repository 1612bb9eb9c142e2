import { signals } from '../../signals'
import { WorkLoop } from '../../work-loop'
import type { SessionHolder } from '../inbound'
import { moveOutbound } from './note-proof'
import type { OutboundRow } from './outbound.store'
import { doubtOutbound, failOutbound, sendOutbound, type OpenLine, type SendDeps } from './send-outbound'

/** Chats of one connection that are sent to at the same time. */
const CHATS_AT_ONCE = 8
const READ_MARKS_AT_ONCE = 50
const SHORTEST_NAP_MS = 10

/** Sends what waits for one open line, until it is stopped. */
export interface OutboundPump {
  /** There may be something to send. */
  nudge(): void
  /** The network has spoken about these: their chats may go on. */
  settled(rows: readonly OutboundRow[]): void
  /** Nothing new is sent; resolves when what had left was answered, at most after `drainMs`. */
  stop(drainMs: number): Promise<void>
}

/**
 * Works off the queue of one connected session: agents before campaigns, one message of a chat at a time, chats in
 * parallel. Rows that a predecessor left half-way are settled first.
 * @param failed called once when the database or the lease refuses: the session must end, the next one recovers.
 */
export function startOutbound(
  deps: SendDeps,
  holder: SessionHolder,
  line: OpenLine,
  failed: (error: unknown) => void,
): OutboundPump {
  return new Pump(deps, holder, line, failed)
}

class Pump implements OutboundPump {
  private readonly inFlight = new Map<number, number>()
  private readonly loop: WorkLoop
  private hasRecovered = false
  private isOver = false
  private drained: () => void = () => undefined

  constructor(
    private readonly deps: SendDeps,
    private readonly holder: SessionHolder,
    private readonly line: OpenLine,
    private readonly failed: (error: unknown) => void,
  ) {
    this.loop = new WorkLoop(
      () => this.turn(),
      (error) => this.giveUp(error),
    )
    this.loop.nudge()
  }

  nudge(): void {
    this.loop.nudge()
  }

  settled(rows: readonly OutboundRow[]): void {
    for (const row of rows) {
      const since = this.inFlight.get(row.id)
      if (since !== undefined) signals.accepted(performance.now() - since)
      this.inFlight.delete(row.id)
    }
    if (this.inFlight.size === 0) this.drained()
    if (rows.length > 0) this.nudge()
  }

  async stop(drainMs: number): Promise<void> {
    await this.loop.stop()
    if (this.isOver || this.inFlight.size === 0 || drainMs === 0) return
    let patience: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.drained = resolve
      patience = setTimeout(resolve, drainMs)
    })
    clearTimeout(patience)
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
    const now = this.deps.clock.now()
    const notBefore = new Date(now.getTime() + this.deps.times.graceMs)
    return moveOutbound(this.deps, this.holder, async (tx) => {
      await this.deps.outbound.recover(tx, this.epoch, notBefore, now)
      return []
    })
  }

  private async turn(): Promise<number | undefined> {
    if (this.isOver || this.holder.lease.isFrozen) return undefined
    if (!this.hasRecovered) await this.recover()
    this.hasRecovered = true
    await this.giveUpWaiting()
    const free = CHATS_AT_ONCE - this.inFlight.size
    if (free > 0) await this.claim(free)
    await this.sendReadMarks()
    return this.nap()
  }

  private async claim(free: number): Promise<void> {
    const claimed = await this.deps.db.withTenant(this.holder.companyId, async (tx) => {
      await this.deps.leases.fence(tx, this.holder.lease)
      return this.deps.outbound.claim(tx, this.epoch, this.deps.clock.now(), free)
    })
    for (const row of claimed) {
      this.inFlight.set(row.id, performance.now())
      sendOutbound(this.deps, this.holder, this.line, row).then(
        (outcome) => (outcome === 'over' ? this.settled([row]) : undefined),
        (error: unknown) => this.giveUp(error),
      )
    }
  }

  /** Frames the server has not answered in time. */
  private async giveUpWaiting(): Promise<void> {
    if (this.inFlight.size === 0) return
    const since = new Date(this.deps.clock.now().getTime() - this.deps.times.acceptWithinMs)
    const overdue = await this.deps.db.withTenant(this.holder.companyId, (tx) =>
      this.deps.outbound.listOverdue(tx, this.epoch, since),
    )
    for (const row of overdue) {
      if (row.operation === 'revoke' && row.tries >= this.deps.times.maxTries)
        await failOutbound(this.deps, this.holder, row, 'ERR_DELETE_WAPP_MSG')
      else await doubtOutbound(this.deps, this.holder, this.line, row)
      this.inFlight.delete(row.id)
    }
  }

  private async sendReadMarks(): Promise<void> {
    const { companyId, connectionId } = this.holder
    const marks = await this.deps.db.withTenant(companyId, (tx) =>
      this.deps.readMarks.list(tx, companyId, connectionId, READ_MARKS_AT_ONCE),
    )
    if (marks.length === 0) return
    for (const mark of marks) await this.line.session.readMarks(mark)
    const ids = marks.map((mark) => mark.id)
    await this.deps.db.withTenant(companyId, (tx) =>
      this.deps.readMarks.delete(tx, companyId, connectionId, ids),
    )
    if (marks.length === READ_MARKS_AT_ONCE) this.nudge()
  }

  /** Until the next row in doubt is due or an answer is overdue. */
  private async nap(): Promise<number | undefined> {
    const retryAt = await this.deps.db.withTenant(this.holder.companyId, (tx) =>
      this.deps.outbound.nextRetryAt(tx, this.holder),
    )
    const naps: number[] = []
    if (retryAt) naps.push(Math.max(SHORTEST_NAP_MS, retryAt.getTime() - this.deps.clock.now().getTime()))
    if (this.inFlight.size > 0) naps.push(this.deps.times.acceptWithinMs)
    return naps.length > 0 ? Math.min(...naps) : undefined
  }
}
