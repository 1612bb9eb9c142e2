import { companyId, userId, type CompanyId, type UserId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, entityManagerOf, query } from '@balcao/platform'

import type { RefreshToken, RefreshTokenStore } from '../../features/sessions/refresh-token.store'
import { refreshTokenRecords, type RefreshTokenRecord } from './records'

const toToken = (record: RefreshTokenRecord): RefreshToken => ({
  ...record,
  companyId: companyId(record.companyId),
  userId: userId(record.userId),
})

export class PgRefreshTokenStore implements RefreshTokenStore {
  async findOwner(tx: Tx, tokenHash: string): Promise<{ companyId: CompanyId; userId: UserId } | undefined> {
    const sql = 'SELECT company_id, user_id FROM refresh_tokens WHERE token_hash = $1'
    const [row] = await query<{ company_id: number; user_id: number }>(tx, sql, [tokenHash])
    return row && { companyId: companyId(row.company_id), userId: userId(row.user_id) }
  }

  async find(tx: Tx, company: CompanyId, tokenHash: string): Promise<RefreshToken | undefined> {
    const record = await entityManagerOf(tx).findOneBy(refreshTokenRecords, { companyId: company, tokenHash })
    return record ? toToken(record) : undefined
  }

  async insert(tx: Tx, token: RefreshToken): Promise<void> {
    await entityManagerOf(tx).insert(refreshTokenRecords, { ...token })
  }

  async replace(
    tx: Tx,
    token: RefreshToken,
    by: { id: string; sealedSuccessor: string; usedAt: Date },
  ): Promise<void> {
    await entityManagerOf(tx).update(
      refreshTokenRecords,
      { companyId: token.companyId, id: token.id },
      { usedAt: by.usedAt, replacedBy: by.id, sealedSuccessor: by.sealedSuccessor },
    )
  }

  async forgetSuccessors(tx: Tx, token: RefreshToken, before: Date): Promise<void> {
    await execute(
      tx,
      `UPDATE refresh_tokens SET sealed_successor = NULL
       WHERE company_id = $1 AND user_id = $2 AND family_id = $3 AND sealed_successor IS NOT NULL AND used_at < $4`,
      [token.companyId, token.userId, token.familyId, before],
    )
  }

  async revokeAll(tx: Tx, company: CompanyId, user: UserId, now: Date): Promise<void> {
    await execute(
      tx,
      `UPDATE refresh_tokens SET revoked_at = $3, sealed_successor = NULL
       WHERE company_id = $1 AND user_id = $2 AND revoked_at IS NULL`,
      [company, user, now],
    )
  }

  sweep(tx: Tx, before: Date): Promise<number> {
    return execute(tx, 'DELETE FROM refresh_tokens WHERE expires_at < $1', [before])
  }
}
