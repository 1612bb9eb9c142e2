import { AppError } from '@balcao/kernel'
import { hash, verify, type Options } from '@node-rs/argon2'

import type { Passwords } from '../../features/users/passwords.port'

/* OWASP's first choice for argon2id: 19 MiB, two passes, one lane (the package's default algorithm is argon2id). */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/* One hash at a time: under 50 logins a second the other core still serves everything else. */
const AT_ONCE = 1
const MAX_WAITING = 50
const RETRY_AFTER_SECONDS = 3

export interface Argon2Options {
  /** Called after each hash with its waiting and working time. */
  onDone?(ms: number): void
  cost?: Options
}

/** argon2id on libuv's thread pool, behind a bounded queue. */
export class Argon2Passwords implements Passwords {
  private running = 0
  private readonly waiting: (() => void)[] = []
  /* Separate capacity for known devices: a flood of logins cannot block them. */
  private readonly urgent: (() => void)[] = []
  private dummy: Promise<string> | undefined

  constructor(private readonly options: Argon2Options = {}) {}

  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password, this.cost))
  }

  verify(password: string, stored: string | undefined, { isUrgent } = { isUrgent: false }): Promise<boolean> {
    return this.inTurn(async () => {
      const against = stored ?? (await this.dummyHash())
      const isRight = await verify(against, password)
      return stored !== undefined && isRight
    }, isUrgent)
  }

  /** Creates the hash used for unknown accounts, so that the first one does not take longer. */
  async warmUp(): Promise<void> {
    await this.dummyHash()
  }

  private get cost(): Options {
    return this.options.cost ?? COST
  }

  private dummyHash(): Promise<string> {
    return (this.dummy ??= hash('nobody has this password', this.cost))
  }

  private async inTurn<T>(work: () => Promise<T>, isUrgent = false): Promise<T> {
    const startedAt = performance.now()
    await this.turn(isUrgent)
    try {
      return await work()
    } finally {
      const next = this.urgent.shift() ?? this.waiting.shift()
      if (next) next()
      else this.running -= 1
      this.options.onDone?.(performance.now() - startedAt)
    }
  }

  /* Resolves when a slot is free; a finished hash passes its slot to the next in line. */
  private async turn(isUrgent: boolean): Promise<void> {
    const queue = isUrgent ? this.urgent : this.waiting
    if (this.running < AT_ONCE) {
      this.running += 1
      return
    }
    if (queue.length >= MAX_WAITING) {
      throw new AppError('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    }
    await new Promise<void>((resolve) => queue.push(resolve))
  }
}
