import { companyId, userId, type CompanyId, type UserId } from '@balcao/contracts'
import { column, entityOf, fixed, orNull } from '@balcao/platform'

interface StoredNotice {
  companyId: CompanyId
  userId: UserId
  /** The last sign-up with the user's e-mail. */
  askedAt: Date
  mailedAt: Date | null
}

/** The owners of e-mails that were used for a sign-up. */
export const signUpNotices = entityOf<StoredNotice>()(
  'sign_up_notices',
  {
    companyId: fixed(column.int('company_id', companyId)),
    userId: fixed(column.int('user_id', userId)),
    askedAt: column.time('asked_at'),
    mailedAt: orNull(column.time('mailed_at')),
  },
  { primary: ['userId'] },
)
