import { decodeEvent, isKnownCase, topics, type DeskEvent } from '@balcao/contracts/wire'
import { MINUTE, SECOND, Tally, TurnQueue, type Subscription } from '@balcao/kernel'

import { deliver } from './deliver'
import type { TransportedEvent } from './event-transport.port'
import { isDependencyError, UNKNOWN_KIND } from './event-errors'
import { findRecordFault } from './record-fault'

/** Delays after the first to the fourth failure; the fifth parks the event. */
export const RETRY_DELAYS_MS: readonly number[] = [1 * SECOND, 2 * SECOND, 4 * SECOND, 8 * SECOND]

export interface GroupOptions {
  subscription: Subscription
  /** Keys handled in parallel, of all companies together. */
  concurrency: number
  /** Keys of one company, however many wait, while no other company has events; beside others' it has one key at a time. */
  concurrencyPerCompany: number
  retryDelaysMs: readonly number[]
  /** Milliseconds of a monotonic clock. */
  now(): number
  /** Stores the event in the consumer's `dead_events`; idempotent. */
  park(row: TransportedEvent, attempts: number, error: unknown): Promise<void>
  log(message: string): void
}

/** How long after another company's event the companies are taken to share the group. */
export const SHARED_FOR_MS = MINUTE

interface Task {
  row: TransportedEvent
  attempt: number
  done: () => void
}

interface Lane {
  key: string
  companyId: number
  tasks: Task[]
}

/**
 * One group's lanes: events of a key one after the other, keys in parallel. A lane that waits for a retry holds no slot,
 * so a failing event delays its own key only. Companies take turns: the lanes of one wait for one event of each other company, however
 * many those have, and one has a part of the slots at most. While others have events, too, that is one slot, and of one that is behind half
 * of its time: after an event it rests for as long as the event took, because what runs for it takes the processors from theirs.
 */
export class ConsumerGroup {
  private readonly lanes = new Map<string, Lane>()
  private readonly ready = new TurnQueue<number, Lane>()
  private readonly timers = new Set<NodeJS.Timeout>()
  private readonly activeOf = new Tally<number>()
  private readonly tasksOf = new Tally<number>()
  private readonly resting = new Set<number>()
  private active = 0
  private latestCompany: number | undefined
  /** When an event followed one of another company. */
  private sharedAt = -Infinity
  private isStopped = false
  private onIdle: (() => void) | undefined

  constructor(private readonly options: GroupOptions) {}

  /**
   * Unknown event cases are taken too and parked: a newer build decides whether the group wants them. Cases of another topic are
   * taken to be parked: the writer of this topic may not write them.
   */
  wants({ topic, type }: Pick<TransportedEvent, 'topic' | 'type'>): boolean {
    const { subscription } = this.options
    if (topic !== subscription.topic) return false
    return !isKnownCase(type) || topics[type] !== topic || subscription.cases.includes(type)
  }

  add(row: TransportedEvent, done: () => void): void {
    this.note(row.companyId)
    this.tasksOf.add(row.companyId)
    const task = { row, attempt: 1, done }
    const lane = this.lanes.get(row.orderingKey)
    if (lane) {
      lane.tasks.push(task)
      return
    }
    const fresh = { key: row.orderingKey, companyId: row.companyId, tasks: [task] }
    this.lanes.set(fresh.key, fresh)
    this.enqueue(fresh)
  }

  pending(): string[] {
    return [...this.lanes.values()].map((lane) => {
      const attempt = lane.tasks[0]?.attempt ?? 1
      return `${this.options.subscription.group}: ${lane.tasks.length} of ${lane.key}${attempt > 1 ? `, attempt ${attempt}` : ''}`
    })
  }

  /** Resolves when the running handlers have ended. Queued events are left to the next relay. */
  async stop(): Promise<void> {
    this.isStopped = true
    for (const timer of this.timers) clearTimeout(timer)
    this.ready.clear()
    if (this.active > 0) await new Promise<void>((resolve) => (this.onIdle = resolve))
  }

  private note(companyId: number): void {
    if (this.latestCompany !== undefined && this.latestCompany !== companyId)
      this.sharedAt = this.options.now()
    this.latestCompany = companyId
  }

  private isShared(): boolean {
    return this.options.now() - this.sharedAt < SHARED_FOR_MS
  }

  private mayBegin(companyId: number): boolean {
    const limit = this.isShared() ? 1 : this.options.concurrencyPerCompany
    return this.activeOf.of(companyId) < limit && !this.resting.has(companyId)
  }

  /* A company is behind while more waits for it than the group handles at once. */
  private rest(companyId: number, ms: number): void {
    if (ms <= 0 || !this.isShared() || this.tasksOf.of(companyId) <= this.options.concurrency) return
    this.resting.add(companyId)
    this.after(ms, () => {
      this.resting.delete(companyId)
      this.fill()
    })
  }

  private enqueue(lane: Lane): void {
    if (this.isStopped) return
    this.ready.add(lane.companyId, lane)
    this.fill()
  }

  private fill(): void {
    while (this.active < this.options.concurrency) {
      const next = this.ready.take((companyId) => this.mayBegin(companyId))
      if (!next) return
      this.active += 1
      this.activeOf.add(next.key)
      void this.work(next.item)
    }
  }

  /** Never rejects: failures are handled by the lane. */
  private async work(lane: Lane): Promise<void> {
    const [task] = lane.tasks
    const beganAt = this.options.now()
    const waitMs = task ? await this.attempt(task) : undefined
    this.active -= 1
    this.activeOf.remove(lane.companyId)
    this.rest(lane.companyId, this.options.now() - beganAt)
    if (waitMs === undefined) this.next(lane)
    else this.after(waitMs, () => this.enqueue(lane))
    this.fill()
    if (this.active === 0) this.onIdle?.()
  }

  private next(lane: Lane): void {
    lane.tasks.shift()?.done()
    this.tasksOf.remove(lane.companyId)
    if (lane.tasks.length > 0) this.enqueue(lane)
    else this.lanes.delete(lane.key)
  }

  private after(ms: number, act: () => void): void {
    if (this.isStopped) return
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      act()
    }, ms)
    this.timers.add(timer)
  }

  /** Undefined when the task is over, handled or parked; else the delay before its next try. */
  private async attempt(task: Task): Promise<number | undefined> {
    const { retryDelaysMs, subscription } = this.options
    let failure: unknown
    try {
      const event = this.decode(task.row)
      // An unknown case cannot succeed in this build: parked at once, and the key goes on.
      if (!event) return await this.park(task, UNKNOWN_KIND)
      const fault = findRecordFault(task.row, event)
      if (fault !== undefined) return await this.park(task, new Error(fault))
      await deliver(subscription, { event, attempt: task.attempt })
      return undefined
    } catch (error) {
      failure = error
    }
    const waitMs = retryDelaysMs[task.attempt - 1]
    if (isDependencyError(failure)) return waitMs ?? retryDelaysMs.at(-1) ?? SECOND
    if (waitMs !== undefined) {
      task.attempt += 1
      return waitMs
    }
    return this.park(task, failure)
  }

  /** Undefined for a kind or body that this build does not know. */
  private decode(row: TransportedEvent): DeskEvent | undefined {
    return isKnownCase(row.type) ? decodeEvent(row.body) : undefined
  }

  private async park(task: Task, failure: unknown): Promise<number | undefined> {
    try {
      await this.options.park(task.row, task.attempt, failure)
      return undefined
    } catch (error) {
      this.options.log(`${this.options.subscription.group} could not park an event: ${String(error)}`)
      return this.options.retryDelaysMs.at(-1) ?? SECOND
    }
  }
}
