import type { ErrorCode } from '@balcao/contracts'
import { AppError, type Pause } from '@balcao/kernel'

import { loginDelayMs, type LoginExcess } from './login-delay'
import { normalizeEmail } from '../users'

type LoginCounter = 'login-account' | 'login-everywhere' | 'login'
type ResetCounter = 'reset-code' | 'reset-everywhere'
type GivenCounter = 'given-email' | 'given-by-company' | 'given-by-network'
type Counter = LoginCounter | ResetCounter | GivenCounter

/** Counters of failed tries, shared by processes that share a store. */
export interface GuessCounters<Name extends Counter = Counter> {
  /** Counts a try; returns the number over the limit. */
  countExcess(name: Name, key: string): Promise<number>
  /** Takes a counted try back. */
  reward(name: Name, key: string): Promise<void>
}

export type LoginCounters = GuessCounters<LoginCounter>

interface GuessRules<Name extends Counter> {
  /** Of an account on a network or known device, of an account anywhere, of a network for any account. */
  counters: { own: Name; account: Name; network?: Name }
  /** What `work` throws for a wrong guess; `every`: each try counts, whatever it comes to. */
  wrong: readonly ErrorCode[] | 'every'
}

export interface LoginAttempt {
  /** The e-mail, or what else is guessed for. */
  account: string
  /** Of the caller, as `networkPrefix` has it. */
  network: string
  /** Id of a device on which this account logged in before; its tries are counted separately. */
  device: string | undefined
}

/* Each delayed login holds a socket: one per account and network, some per network, and a total per process. */
const WAITING_PER_NETWORK = 20
const WAITING_IN_ALL = 200

const buildKeys = ({ account: typed, network, device }: LoginAttempt) => {
  const account = normalizeEmail(typed)
  return device === undefined
    ? { own: `${account}|${network}`, account, network }
    : { own: `${account}|device ${device}`, account: undefined, network: undefined }
}

/** Delays guesses after failures. */
function createGuessGuard<Name extends Counter>(pause: Pause, { counters, wrong }: GuessRules<Name>) {
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
   * is taken back unless the guess was wrong. A known device is counted separately: others cannot slow it down.
   * @throws {AppError} ERR_TOO_MANY_REQUESTS while another delayed try of the same account and network waits; what `work` throws.
   */
  return async <T>(tries: GuessCounters<Name>, attempt: LoginAttempt, work: () => Promise<T>): Promise<T> => {
    const { own, account, network } = buildKeys(attempt)
    const counted = [
      { name: counters.own, key: own },
      { name: counters.account, key: account },
      { name: counters.network, key: network },
    ]
    const [ownExcess = 0, accountExcess = 0, networkExcess = 0] = await Promise.all(
      counted.map(async ({ name, key }) =>
        name === undefined || key === undefined ? 0 : tries.countExcess(name, key),
      ),
    )
    const takeBack = async () => {
      for (const { name, key } of counted)
        if (name !== undefined && key !== undefined) await tries.reward(name, key)
    }
    const excess: LoginExcess = { own: ownExcess, account: accountExcess, network: networkExcess }
    const delayMs = loginDelayMs(excess)
    if (delayMs > 0) await slowDown(own, attempt.network, delayMs)
    try {
      const answer = await work()
      if (wrong !== 'every') await takeBack()
      return answer
    } catch (error) {
      const isWrong = wrong === 'every' || (error instanceof AppError && wrong.includes(error.code))
      if (!isWrong) await takeBack()
      throw error
    }
  }
}

/** Delays logins, and changes of the own account, after wrong passwords. */
export const createLoginGuard = (pause: Pause) =>
  createGuessGuard<LoginCounter>(pause, {
    counters: { own: 'login-account', account: 'login-everywhere', network: 'login' },
    wrong: ['ERR_INVALID_CREDENTIALS', 'ERR_WRONG_PASSWORD'],
  })

/** Delays password resets after wrong codes. A network's tries for all accounts are limited by the edge. */
export const createResetGuard = (pause: Pause) =>
  createGuessGuard<ResetCounter>(pause, {
    counters: { own: 'reset-code', account: 'reset-everywhere' },
    wrong: ['ERR_RESET_CODE_INVALID'],
  })

/**
 * Delays e-mails that a company gives to users. Where mail is sent each counts, as each is a mail to somebody; else those that are taken,
 * whose answer tells that some company has them.
 */
export const createGivenEmailGuard = (pause: Pause, confirmsEmails: boolean) =>
  createGuessGuard<GivenCounter>(pause, {
    counters: { own: 'given-email', account: 'given-by-company', network: 'given-by-network' },
    wrong: confirmsEmails ? 'every' : ['ERR_EMAIL_ALREADY_EXISTS'],
  })

export type LoginGuard = ReturnType<typeof createLoginGuard>
export type ResetGuard = ReturnType<typeof createResetGuard>
