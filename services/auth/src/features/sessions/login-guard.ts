import { AppError, type Pause } from '@balcao/kernel'

import { loginDelayMs, type LoginExcess } from './login-delay'
import { normalizeEmail } from '../users'

type Counter = 'login-account' | 'login-everywhere' | 'login'

/** Counters of failed logins, shared by processes that share a store. */
export interface LoginCounters {
  /** Counts a try; returns the number over the limit. */
  countExcess(name: Counter, key: string): Promise<number>
  /** Takes a counted try back. */
  reward(name: Counter, key: string): Promise<void>
}

export interface LoginAttempt {
  email: string
  /** Of the caller, as `networkPrefix` has it. */
  network: string
  /** Id of a device on which this account logged in before; its tries are counted separately. */
  device: string | undefined
}

/* Each delayed login holds a socket: one per account and network, some per network, and a total per process. */
const WAITING_PER_NETWORK = 20
const WAITING_IN_ALL = 200

const buildKeys = ({ email, network, device }: LoginAttempt) => {
  const account = normalizeEmail(email)
  return device === undefined
    ? { own: `${account}|${network}`, account, network }
    : { own: `${account}|device ${device}`, account: undefined, network: undefined }
}

const isWrongPassword = (error: unknown): boolean =>
  error instanceof AppError &&
  (error.code === 'ERR_INVALID_CREDENTIALS' || error.code === 'ERR_WRONG_PASSWORD')

/** Delays logins after failures. */
export function createLoginGuard(pause: Pause) {
  const waiting = new Map<string, number>()
  let waitingInAll = 0

  const enter = (key: string, limit: number, delayMs: number): void => {
    const count = waiting.get(key) ?? 0
    if (count >= limit || waitingInAll >= WAITING_IN_ALL)
      throw new AppError('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(delayMs / 1000) })
    waiting.set(key, count + 1)
  }
  const leave = (key: string): void => {
    const count = (waiting.get(key) ?? 1) - 1
    if (count === 0) waiting.delete(key)
    else waiting.set(key, count)
  }

  /* Tries that exceed the waiting limits are refused. */
  const slowDown = async (own: string, network: string, delayMs: number): Promise<void> => {
    enter(`own ${own}`, 1, delayMs)
    try {
      enter(`network ${network}`, WAITING_PER_NETWORK, delayMs)
      waitingInAll += 1
      try {
        await pause(delayMs)
      } finally {
        waitingInAll -= 1
        leave(`network ${network}`)
      }
    } finally {
      leave(`own ${own}`)
    }
  }

  /**
   * Runs `work` after a delay that grows with failed tries. A try counts from its beginning, so that parallel tries gain nothing, and
   * is taken back unless the password was wrong. A known device is counted separately: others cannot slow it down.
   * @throws {AppError} ERR_TOO_MANY_REQUESTS while another delayed try of the same account and network waits; what `work` throws.
   */
  return async <T>(tries: LoginCounters, attempt: LoginAttempt, work: () => Promise<T>): Promise<T> => {
    const keys = buildKeys(attempt)
    const count = (name: Counter, key: string | undefined) =>
      key === undefined ? 0 : tries.countExcess(name, key)
    const [own, account, network] = await Promise.all([
      count('login-account', keys.own),
      count('login-everywhere', keys.account),
      count('login', keys.network),
    ])
    const takeBack = async () => {
      await tries.reward('login-account', keys.own)
      if (keys.account !== undefined) await tries.reward('login-everywhere', keys.account)
      if (keys.network !== undefined) await tries.reward('login', keys.network)
    }
    const excess: LoginExcess = { own, account, network }
    const delayMs = loginDelayMs(excess)
    if (delayMs > 0) await slowDown(keys.own, attempt.network, delayMs)
    try {
      const answer = await work()
      await takeBack()
      return answer
    } catch (error) {
      if (!isWrongPassword(error)) await takeBack()
      throw error
    }
  }
}

export type LoginGuard = ReturnType<typeof createLoginGuard>
