import type { CompanyId, UserId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { RefreshToken } from './refresh-token'

export type { RefreshToken }

export type RefreshTokenOwner = Pick<RefreshToken, 'companyId' | 'userId' | 'familyId'>

export interface RefreshTokenStore {
  /** The owner of a token, used or revoked ones included. Platform scope: the cookie does not name a company. */
  findOwner(tx: Tx, tokenHash: string): Promise<RefreshTokenOwner | undefined>
  find(tx: Tx, companyId: CompanyId, tokenHash: string): Promise<RefreshToken | undefined>
  insert(tx: Tx, token: RefreshToken): Promise<void>
  /** Marks the token used and stores its successor, sealed. */
  replace(
    tx: Tx,
    token: RefreshToken,
    by: { id: string; sealedSuccessor: string; usedAt: Date },
  ): Promise<void>
  /** Deletes the sealed successors of the family's tokens used before `before`: their repeat grace is over. */
  forgetSuccessors(tx: Tx, token: RefreshToken, before: Date): Promise<void>
  /** Revokes every family of the user. */
  revokeAll(tx: Tx, companyId: CompanyId, userId: UserId, now: Date): Promise<void>
  /** Deletes tokens that expired before `before`, of every company. Platform scope. */
  sweep(tx: Tx, before: Date): Promise<number>
}
