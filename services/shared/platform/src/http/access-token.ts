import { MINUTE } from '@balcao/kernel'

/** What auth writes into access tokens and everybody checks. Claims: `sub` user id, `cid`, `tv`, `prof`; header `kid`. */
export const ACCESS_TOKEN = {
  algorithm: 'ES256',
  issuer: 'balcao',
  audience: 'balcao-desk',
  /** The longest that one may live. */
  lifeMs: 15 * MINUTE,
} as const
