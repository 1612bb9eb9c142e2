import type { CompanyId, UserId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { deleteRows, findRow, IsNull, LessThan, Not, updateRows } from '@balcao/platform'

import type {
  RefreshToken,
  RefreshTokenOwner,
  RefreshTokenStore,
} from '../../features/sessions/refresh-token.store'
import { refreshTokens } from './refresh-token-table'
import { repositoryOf } from './tables'

export class PgRefreshTokenStore implements RefreshTokenStore {
  findOwner(tx: Tx, tokenHash: string): Promise<RefreshTokenOwner | undefined> {
    return findRow(repositoryOf(tx, refreshTokens), { tokenHash })
  }

  find(tx: Tx, companyId: CompanyId, tokenHash: string): Promise<RefreshToken | undefined> {
    return findRow(repositoryOf(tx, refreshTokens), { companyId, tokenHash })
  }

  async insert(tx: Tx, token: RefreshToken): Promise<void> {
    await repositoryOf(tx, refreshTokens).insert({ ...token })
  }

  async replace(
    tx: Tx,
    { companyId, id }: RefreshToken,
    by: { id: string; sealedSuccessor: string; usedAt: Date },
  ): Promise<void> {
    const { sealedSuccessor, usedAt } = by
    await updateRows(
      repositoryOf(tx, refreshTokens),
      { companyId, id },
      { replacedBy: by.id, sealedSuccessor, usedAt },
    )
  }

  async forgetSuccessors(tx: Tx, { companyId, userId, familyId }: RefreshToken, before: Date): Promise<void> {
    await updateRows(
      repositoryOf(tx, refreshTokens),
      { companyId, userId, familyId, sealedSuccessor: Not(IsNull()), usedAt: LessThan(before) },
      { sealedSuccessor: null },
    )
  }

  async revokeAll(tx: Tx, companyId: CompanyId, userId: UserId, now: Date): Promise<void> {
    await updateRows(
      repositoryOf(tx, refreshTokens),
      { companyId, userId, revokedAt: IsNull() },
      { revokedAt: now, sealedSuccessor: null },
    )
  }

  sweep(tx: Tx, before: Date): Promise<number> {
    return deleteRows(repositoryOf(tx, refreshTokens), { expiresAt: LessThan(before) })
  }
}
