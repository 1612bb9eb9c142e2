import { createPublicKey, type KeyObject } from 'node:crypto'

import { MINUTE, SECOND, type Clock, type RpcClients } from '@balcao/kernel'

import { createLogger } from '../telemetry/logger'
import { ACCESS_TOKEN } from './access-token'

const log = createLogger('http')

/** Keys that verify access tokens, by id. */
export interface KeyRing {
  /**
   * The key; undefined when auth does not serve it or it has expired.
   * @throws {AppError} the error of the call to auth, when the cached keys are too old.
   */
  findKey(kid: string): Promise<KeyObject | undefined>
}

interface RingKey {
  key: KeyObject
  endsAtMs: number
}

/* Minimum time between fetches for an unknown id, so that a forged `kid` causes no calls. */
const UNKNOWN_AFTER_MS = 10 * SECOND
/* A key that auth has dropped is forgotten within this time, while auth answers. */
const REFRESH_AFTER_MS = MINUTE
/* While auth is down it signs nothing, and older tokens expire within this time. */
const USABLE_MS = ACCESS_TOKEN.lifeMs

/**
 * Auth's public keys, fetched every minute in the background. Keys expire at the time auth gave them, also while auth
 * does not answer.
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
      // Uses the cached keys meanwhile; a failed fetch is retried, and reported once the keys are too old.
      else if (ageMs >= REFRESH_AFTER_MS && nowMs - triedAtMs >= UNKNOWN_AFTER_MS) void refresh().catch(warn)
      return known(kid)
    },
  }
}

const warn = (err: unknown): void => log.warn({ err }, 'public keys not refreshed; tried again soon')
