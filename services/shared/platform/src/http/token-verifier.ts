import { createPublicKey, type KeyObject } from 'node:crypto'

import { companyId, userId } from '@balcao/contracts'
import {
  AppError,
  SECOND,
  type Clock,
  type RpcClients,
  type TokenClaims,
  type TokenVerifier,
} from '@balcao/kernel'
import { decode, TokenExpiredError, verify, type JwtPayload } from 'jsonwebtoken'

/** What auth writes into access tokens and everybody checks. Claims: `sub` user id, `cid`, `tv`, `prof`; header `kid`. */
export const ACCESS_TOKEN = { algorithm: 'ES256', issuer: 'balcao', audience: 'balcao-desk' } as const

const REFETCH_AFTER_MS = 10 * SECOND
const REMEMBERED_TOKENS = 5_000

interface Remembered {
  claims: TokenClaims
  expiresAtMs: number
}

const unauthorized = (cause?: unknown) => new AppError('ERR_UNAUTHORIZED', { cause })

const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0

function claimsOf(payload: JwtPayload): Remembered {
  const user =
    typeof payload.sub === 'string' && /^[1-9]\d{0,9}$/.test(payload.sub) ? Number(payload.sub) : NaN
  const { cid, tv, exp }: { cid?: unknown; tv?: unknown; exp?: unknown } = payload
  const isSound = isId(user) && isId(cid) && typeof tv === 'number' && Number.isSafeInteger(tv) && isId(exp)
  if (!isSound) throw unauthorized()
  return {
    claims: { userId: userId(user), companyId: companyId(cid), tokenVersion: tv },
    expiresAtMs: exp * 1000,
  }
}

/* Keys of auth by id. An unknown id is looked up again, at most once per 10 s: a forged `kid` costs no calls. */
function keyRing(rpc: Pick<RpcClients, 'auth'>, clock: Clock) {
  let keys = new Map<string, KeyObject>()
  let fetchedAtMs = -Infinity
  let fetching: Promise<void> | undefined

  const fetchKeys = async () => {
    const answer = await rpc.auth.getPublicKeys({})
    keys = new Map(answer.keys.map(({ kid, pem }) => [kid, createPublicKey(pem)]))
    fetchedAtMs = clock.now().getTime()
  }
  return async (kid: string): Promise<KeyObject | undefined> => {
    const isStale = clock.now().getTime() - fetchedAtMs >= REFETCH_AFTER_MS
    if (!keys.has(kid) && (isStale || fetching)) {
      fetching ??= fetchKeys().finally(() => (fetching = undefined))
      await fetching
    }
    return keys.get(kid)
  }
}

function keyIdOf(token: string): string | undefined {
  try {
    const header = decode(token, { complete: true })?.header
    return header?.alg === ACCESS_TOKEN.algorithm && typeof header.kid === 'string' ? header.kid : undefined
  } catch {
    // Not a token at all.
    return undefined
  }
}

/**
 * Verifies access tokens with auth's public keys: ES256 only, issuer and audience fixed. A token already verified
 * is not verified again until it ends.
 */
export function createTokenVerifier(rpc: Pick<RpcClients, 'auth'>, clock: Clock): TokenVerifier {
  const keyOf = keyRing(rpc, clock)
  const remembered = new Map<string, Remembered>()

  // Whatever the library throws at a hostile token is the token's fault; a missing key is found out before.
  const read = (token: string, key: KeyObject): Remembered => {
    try {
      const payload = verify(token, key, {
        algorithms: [ACCESS_TOKEN.algorithm],
        issuer: ACCESS_TOKEN.issuer,
        audience: ACCESS_TOKEN.audience,
        clockTimestamp: Math.floor(clock.now().getTime() / 1000),
      })
      if (typeof payload === 'string') throw unauthorized()
      return claimsOf(payload)
    } catch (error) {
      throw error instanceof TokenExpiredError ? new AppError('ERR_SESSION_EXPIRED') : unauthorized(error)
    }
  }

  return {
    verify: async (token) => {
      const known = remembered.get(token)
      if (known && known.expiresAtMs > clock.now().getTime()) return known.claims
      remembered.delete(token)
      const kid = keyIdOf(token)
      const key = kid === undefined ? undefined : await keyOf(kid)
      if (!key) throw unauthorized()
      const fresh = read(token, key)
      if (remembered.size >= REMEMBERED_TOKENS) remembered.clear()
      remembered.set(token, fresh)
      return fresh.claims
    },
  }
}
