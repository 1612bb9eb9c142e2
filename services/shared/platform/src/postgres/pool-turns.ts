import { TurnQueue } from '@balcao/kernel'
import type { Pool, PoolClient } from 'pg'

/** Who waits for a connection: a company, or all work of the platform scope together. */
export type PoolUser = number | 'platform'

interface Waiting {
  begin(): void
  hasGivenUp: boolean
}

/**
 * A pool's connections, for which companies take turns: who waits comes after one transaction of each other company, however many of one
 * wait. A pool by itself serves in the order of asking.
 */
export class PoolTurns {
  private readonly waiting = new TurnQueue<PoolUser, Waiting>()
  private taken = 0
  private count = 0

  constructor(private readonly pool: Pool) {}

  /** Transactions that wait. */
  get waitingCount(): number {
    return this.count
  }

  /** @throws {Error} when no connection was free or could be opened within the pool's `connectionTimeoutMillis`. */
  async connect(user: PoolUser): Promise<PoolClient> {
    if (this.taken < this.pool.options.max) this.taken += 1
    else await this.waitForTurn(user)
    try {
      return await this.pool.connect()
    } catch (error) {
      this.passOn()
      throw error
    }
  }

  /** @param isLost the connection is closed. */
  release(client: PoolClient, isLost = false): void {
    client.release(isLost)
    this.passOn()
  }

  private waitForTurn(user: PoolUser): Promise<void> {
    this.count += 1
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        entry.hasGivenUp = true
        this.count -= 1
        reject(new Error('no connection of the pool was free in time'))
      }
      const timer = setTimeout(giveUp, this.pool.options.connectionTimeoutMillis)
      const begin = () => {
        clearTimeout(timer)
        this.count -= 1
        resolve()
      }
      const entry: Waiting = { begin, hasGivenUp: false }
      this.waiting.add(user, entry)
    })
  }

  private passOn(): void {
    for (let next = this.waiting.take(); next; next = this.waiting.take()) {
      if (next.item.hasGivenUp) continue
      next.item.begin()
      return
    }
    this.taken -= 1
  }
}
