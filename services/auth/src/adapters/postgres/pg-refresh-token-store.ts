import type { CompanyId, UserId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, sql } from '@balcao/platform'

import type { RefreshToken, RefreshTokenStore } from '../../features/sessions/refresh-token.store'
import { refreshTokens } from './refresh-token-table'

export class PgRefreshTokenStore implements RefreshTokenStore {
  findOwner(tx: Tx, tokenHash: string): Promise<{ companyId: CompanyId; userId: UserId } | undefined> {
    return refreshTokens.findFirst(tx, sql`WHERE token_hash = ${tokenHash}`)
  }

  find(tx: Tx, company: CompanyId, tokenHash: string): Promise<RefreshToken | undefined> {
    return refreshTokens.findFirst(tx, sql`WHERE company_id = ${company} AND token_hash = ${tokenHash}`)
  }

  async insert(tx: Tx, token: RefreshToken): Promise<void> {
    await execute(tx, refreshTokens.insertion(token))
  }

  async replace(
    tx: Tx,
    token: RefreshToken,
    by: { id: string; sealedSuccessor: string; usedAt: Date },
  ): Promise<void> {
    await execute(
      tx,
      sql`UPDATE refresh_tokens
        SET used_at = ${by.usedAt}, replaced_by = ${by.id}, sealed_successor = ${by.sealedSuccessor}
        WHERE company_id = ${token.companyId} AND id = ${token.id}`,
    )
  }

  async forgetSuccessors(tx: Tx, token: RefreshToken, before: Date): Promise<void> {
    await execute(
      tx,
      sql`UPDATE refresh_tokens SET sealed_successor = NULL
        WHERE company_id = ${token.companyId} AND user_id = ${token.userId} AND family_id = ${token.familyId}
          AND sealed_successor IS NOT NULL AND used_at < ${before}`,
    )
  }

  async revokeAll(tx: Tx, company: CompanyId, user: UserId, now: Date): Promise<void> {
    await execute(
      tx,
      sql`UPDATE refresh_tokens SET revoked_at = ${now}, sealed_successor = NULL
        WHERE company_id = ${company} AND user_id = ${user} AND revoked_at IS NULL`,
    )
  }

  sweep(tx: Tx, before: Date): Promise<number> {
    return execute(tx, sql`DELETE FROM refresh_tokens WHERE expires_at < ${before}`)
  }
}
