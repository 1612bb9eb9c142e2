import type { KeyObject } from 'node:crypto'

import { companyId, userId } from '@balcao/contracts'
import {
  AppError,
  MINUTE,
  type Clock,
  type RpcClients,
  type TokenVerifier,
  type VerifiedToken,
} from '@balcao/kernel'
import { decode, TokenExpiredError, verify, type JwtPayload } from 'jsonwebtoken'

import { ACCESS_TOKEN } from './access-token'
import { createKeyRing } from './key-ring'

const REMEMBERED_TOKENS = 5_000
/* Tolerated clock difference to the signing process. */
const CLOCK_SKEW_MS = MINUTE

interface Remembered {
  token: VerifiedToken
  expiresAtMs: number
}

const unauthorized = (cause?: unknown) => new AppError('ERR_UNAUTHORIZED', { cause })

const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0

/* Both ends are limited: otherwise a stolen key could sign tokens that are valid for years. */
const isTimely = (iat: number, exp: number, nowMs: number): boolean =>
  exp > iat && (exp - iat) * 1000 <= ACCESS_TOKEN.lifeMs && iat * 1000 <= nowMs + CLOCK_SKEW_MS

function parseClaims(payload: JwtPayload, keyId: string, nowMs: number): Remembered {
  const user =
    typeof payload.sub === 'string' && /^[1-9]\d{0,9}$/.test(payload.sub) ? Number(payload.sub) : NaN
  const { cid, tv, iat, exp }: Partial<Record<string, unknown>> = payload
  const isSound = isId(user) && isId(cid) && typeof tv === 'number' && Number.isSafeInteger(tv)
  if (!isSound || !isId(iat) || !isId(exp) || !isTimely(iat, exp, nowMs)) throw unauthorized()
  return {
    token: { userId: userId(user), companyId: companyId(cid), tokenVersion: tv, keyId },
    expiresAtMs: exp * 1000,
  }
}

interface Unverified {
  kid: string
  exp: unknown
}

function decodeUnverified(token: string): Unverified | undefined {
  try {
    const decoded = decode(token, { complete: true })
    if (decoded?.header.alg !== ACCESS_TOKEN.algorithm || typeof decoded.header.kid !== 'string')
      return undefined
    const exp: unknown = typeof decoded.payload === 'string' ? undefined : decoded.payload.exp
    return { kid: decoded.header.kid, exp }
  } catch {
    // Not a JWT.
    return undefined
  }
}

/**
 * Verifies access tokens with auth's public keys: ES256 only, fixed issuer and audience, limited lifetime.
 * A verified token is cached until it or its key expires.
 */
export function createTokenVerifier(rpc: Pick<RpcClients, 'auth'>, clock: Clock): TokenVerifier {
  const { findKey } = createKeyRing(rpc, clock)
  const remembered = new Map<string, Remembered>()
  const nowMs = () => clock.now().getTime()

  // Any error of the library here is the token's fault; a missing key was reported before.
  const read = (token: string, kid: string, key: KeyObject): Remembered => {
    try {
      const payload = verify(token, key, {
        algorithms: [ACCESS_TOKEN.algorithm],
        issuer: ACCESS_TOKEN.issuer,
        audience: ACCESS_TOKEN.audience,
        clockTimestamp: Math.floor(nowMs() / 1000),
      })
      if (typeof payload === 'string') throw unauthorized()
      return parseClaims(payload, kid, nowMs())
    } catch (error) {
      throw error instanceof TokenExpiredError ? new AppError('ERR_SESSION_EXPIRED') : unauthorized(error)
    }
  }

  const verifyAnew = async (token: string): Promise<Remembered> => {
    const unverified = decodeUnverified(token)
    const key = unverified && (await findKey(unverified.kid))
    if (unverified && key) return read(token, unverified.kid, key)
    // The key may have expired meanwhile: then the answer is ERR_SESSION_EXPIRED, and the client refreshes.
    const isOver = isId(unverified?.exp) && unverified.exp * 1000 <= nowMs()
    throw isOver ? new AppError('ERR_SESSION_EXPIRED') : unauthorized()
  }

  return {
    verify: async (token) => {
      const known = remembered.get(token)
      if (known && known.expiresAtMs > nowMs() && (await findKey(known.token.keyId))) return known.token
      remembered.delete(token)
      const fresh = await verifyAnew(token)
      if (remembered.size >= REMEMBERED_TOKENS) remembered.clear()
      remembered.set(token, fresh)
      return fresh.token
    },
    assertTrusted: async ({ keyId }) => {
      if (!(await findKey(keyId))) throw unauthorized()
    },
  }
}
