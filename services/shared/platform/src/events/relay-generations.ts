import { setTimeout as delay } from 'node:timers/promises'

import { SECOND } from '@balcao/kernel'

import type { PostgresServer } from '../postgres'
import type { Generations } from './decide-generations'
import type { WrittenGenerations } from './event-transport.port'
import type { OutboxConnection } from './outbox-connection'
import type { RelayWindow } from './relay-window'
import type { WakeUp } from './wake-up'

/** A command that ended wakes the relays; one that was killed does not. */
const LOOK_EVERY_MS = 500
const LEAST_PAUSE_MS = 50
/** How long rows that are on their way may take: Kafka may be away, and a row may be too large for it. */
const ACKNOWLEDGED_WITHIN_MS = 5 * SECOND

export interface RelayGenerationsOptions {
  /** The schema on the first primary, where this is another one. */
  first: PostgresServer | undefined
  written: WrittenGenerations
  window: RelayWindow
  wakeUp: WakeUp
  isStopping: () => boolean
}

/**
 * The generations that a relay publishes to. It holds them by a shared lock of its connection, for which `kafka-partitions` asks. A row is marked
 * through that connection only, so that its record was in the held generation before the command had the lock. Rows in flight whose connection
 * ends are published again when the generation is another one then: their records may have come too late for the consumers of the former one. The
 * same row may arrive in both; its claim makes the second a no-op.
 */
export class RelayGenerations {
  private held: Generations | undefined
  private isAsked = false

  constructor(private readonly options: RelayGenerationsOptions) {}

  /** A command waits for the lock: the relay publishes no more, calls `settle`, and disconnects. */
  get isSwitching(): boolean {
    return this.isAsked
  }

  switching = (): void => {
    this.isAsked = true
    this.options.wakeUp.call()
  }

  /** Waits until the connection holds the generations. False when the relay stops first. */
  async hold(connection: OutboxConnection): Promise<boolean> {
    const { first, written, isStopping } = this.options
    while (!isStopping()) {
      // Before the lock: a notification that comes from here on may be of a command that waits for this relay.
      this.isAsked = false
      const generations = await connection.holdGenerations(first)
      if (generations) {
        if (this.held && !isEqual(this.held, generations)) this.forget()
        this.held = generations
        written.begin(generations)
        return true
      }
      await this.pause()
    }
    return false
  }

  /** Waits for rows in flight, and forgets those that take too long. @param mark marks acknowledged rows */
  async settle(mark: () => Promise<void>): Promise<void> {
    const { window, wakeUp, isStopping } = this.options
    const lastAtMs = performance.now() + ACKNOWLEDGED_WITHIN_MS
    for (await mark(); !window.isEmpty && !isStopping() && performance.now() < lastAtMs; await mark())
      await wakeUp.sleep(LOOK_EVERY_MS)
    if (!window.isEmpty && !isStopping()) this.forget()
  }

  /* Commits wake the relay, too. */
  private async pause(): Promise<void> {
    await delay(LEAST_PAUSE_MS)
    await this.options.wakeUp.sleep(LOOK_EVERY_MS)
  }

  private forget(): void {
    this.options.written.forget()
    this.options.window.clear()
  }
}

const isEqual = (a: Generations, b: Generations): boolean =>
  a.size === b.size && [...a].every(([topic, generation]) => b.get(topic) === generation)
