import type { UserId } from '@balcao/contracts'
import type { DuePage, Tx } from '@balcao/kernel'
import { updateRows } from '@balcao/platform'

import type { NoticedUser, SignUpNoticeStore, User } from '../../features/companies/sign-up-notice.store'
import { signUpNotices } from './sign-up-notice-table'
import { repositoryOf } from './tables'
import { users } from './user-table'

export class PgSignUpNoticeStore implements SignUpNoticeStore {
  async record(tx: Tx, email: string, now: Date): Promise<Pick<User, 'companyId' | 'id'> | undefined> {
    const owner = await repositoryOf(tx, users)
      .createQueryBuilder('u')
      .where({ email })
      // Not as a value: the index has this condition.
      .andWhere('u.emailConfirmed')
      .getOne()
    if (!owner) return undefined
    const { companyId, id: userId } = owner
    await repositoryOf(tx, signUpNotices).upsert({ companyId, userId, askedAt: now }, ['userId'])
    return owner
  }

  async listDue(tx: Tx, mailedBefore: Date, { after, limit }: DuePage<UserId>): Promise<NoticedUser[]> {
    return repositoryOf(tx, users)
      .createQueryBuilder('u')
      .innerJoin(signUpNotices.options.name, 'n', 'n.companyId = u.companyId AND n.userId = u.id')
      .where('u.active AND u.id > :after', { after: after ?? 0 })
      .andWhere('(n.mailedAt IS NULL OR n.askedAt > n.mailedAt AND n.mailedAt < :mailedBefore)', {
        mailedBefore,
      })
      .orderBy('u.id')
      .limit(limit)
      .getMany()
  }

  async setMailed(tx: Tx, { companyId, id }: Pick<User, 'companyId' | 'id'>, now: Date): Promise<void> {
    await updateRows(repositoryOf(tx, signUpNotices), { companyId, userId: id }, { mailedAt: now })
  }
}
