import { setTimeout as delay } from 'node:timers/promises'

import { SECOND } from '@balcao/kernel'

import { disconnect, KafkaJSError, type Admin, type Kafka } from '../kafka-client'
import { retryDelayMs } from '../retry-delay'

/** A new topic has no leader for a moment, and a leader that moves takes seconds. */
const PATIENCE_MS = 30 * SECOND

/** One connection for questions to the brokers, opened when it is first used and anew after a failure. */
export class SharedAdmin {
  private admin: Admin | undefined

  constructor(private readonly openKafka: () => Kafka) {}

  async use<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
    const admin = (this.admin ??= this.openKafka().admin())
    try {
      // A no-op when connected.
      await admin.connect()
      return await work(admin)
    } catch (error) {
      if (this.admin === admin) await this.close()
      throw error
    }
  }

  /** As `use`, for what may be asked again: while the error is one that goes by itself. */
  async ask<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
    const lastAtMs = performance.now() + PATIENCE_MS
    for (let failures = 1; ; failures += 1) {
      try {
        return await this.use(work)
      } catch (error) {
        const mayPass = error instanceof KafkaJSError && error.retriable
        if (!mayPass || performance.now() > lastAtMs) throw error
        await delay(retryDelayMs(failures))
      }
    }
  }

  async close(): Promise<void> {
    const admin = this.admin
    this.admin = undefined
    await disconnect(admin)
  }
}
