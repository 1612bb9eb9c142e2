import { createPublicKey, type KeyObject } from 'node:crypto'

import { MINUTE, SECOND, type Clock, type RpcClients } from '@balcao/kernel'

import { createLogger } from '../telemetry/logger'
import { ACCESS_TOKEN } from './access-token'

const log = createLogger('http')

/** Keys that verify access tokens, by id. */
export interface KeyRing {
  /**
   * The key, or undefined when auth does not serve it or it has ended.
   * @throws {AppError} what the call to auth throws, when the known keys are too old to go on with.
   */
  findKey(kid: string): Promise<KeyObject | undefined>
}

interface RingKey {
  key: KeyObject
  endsAtMs: number
}

/* An unknown id is looked up at once, but at most so often: a forged `kid` costs no calls. */
const UNKNOWN_AFTER_MS = 10 * SECOND
/* A key that auth has dropped is forgotten within this time, while auth answers. */
const REFRESH_AFTER_MS = MINUTE
/* While auth is away it signs nothing, and what it signed before has expired by then. */
const USABLE_MS = ACCESS_TOKEN.lifeMs

/**
 * Auth's public keys, asked for again every minute in the background. Keys end at the time auth gave them, also while auth
 * cannot be asked.
 */
export function createKeyRing(rpc: Pick<RpcClients, 'auth'>, clock: Clock): KeyRing {
  let keys = new Map<string, RingKey>()
  let fetchedAtMs = -Infinity
  let triedAtMs = -Infinity
  let fetching: Promise<void> | undefined

  const fetchKeys = async () => {
    const answer = await rpc.auth.getPublicKeys({})
    keys = new Map(
      answer.keys.map(({ kid, pem, endsAt }) => [
        kid,
        { key: createPublicKey(pem), endsAtMs: endsAt?.getTime() ?? Infinity },
      ]),
    )
    fetchedAtMs = clock.now().getTime()
  }
  const refresh = (): Promise<void> => {
    triedAtMs = clock.now().getTime()
    return (fetching ??= fetchKeys().finally(() => (fetching = undefined)))
  }
  const known = (kid: string): KeyObject | undefined => {
    const found = keys.get(kid)
    return found && found.endsAtMs > clock.now().getTime() ? found.key : undefined
  }

  return {
    findKey: async (kid) => {
      const nowMs = clock.now().getTime()
      const ageMs = nowMs - fetchedAtMs
      if (ageMs >= USABLE_MS || (!keys.has(kid) && (fetching || ageMs >= UNKNOWN_AFTER_MS))) await refresh()
      // Whoever asks now goes on with what is known; a failure shows in the next try, or when the keys are too old.
      else if (ageMs >= REFRESH_AFTER_MS && nowMs - triedAtMs >= UNKNOWN_AFTER_MS) void refresh().catch(warn)
      return known(kid)
    },
  }
}

const warn = (err: unknown): void => log.warn({ err }, 'public keys not refreshed; tried again soon')
