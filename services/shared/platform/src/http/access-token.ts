import { MINUTE } from '@balcao/kernel'

/** Format of access tokens, for auth and the verifiers. Claims: `sub` user id, `cid`, `tv`, `prof`; header `kid`. */
export const ACCESS_TOKEN = {
  algorithm: 'ES256',
  issuer: 'balcao',
  audience: 'balcao-desk',
  /** Maximum lifetime. */
  lifeMs: 15 * MINUTE,
} as const
