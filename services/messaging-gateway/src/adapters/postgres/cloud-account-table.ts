import { companyId, connectionId } from '@balcao/contracts'
import { column, entityOf, fixed, orNull } from '@balcao/platform'

import type { CloudAccount } from '../../features/cloud-accounts/cloud-account.store'

export const cloudAccounts = entityOf<CloudAccount>()(
  'cloud_accounts',
  {
    companyId: fixed(column.int('company_id', companyId)),
    connectionId: fixed(column.int('connection_id', connectionId)),
    phoneNumberId: column.text('phone_number_id'),
    businessAccountId: column.text('business_account_id'),
    sealedToken: column.text('sealed_token'),
    sealedAppSecret: column.text('sealed_app_secret'),
    sealedFormerSecret: orNull(column.text('sealed_former_secret')),
    formerSecretUntil: orNull(column.time('former_secret_until')),
    verifyHash: column.text('verify_hash'),
    sealedPin: orNull(column.text('sealed_pin')),
    displayNumber: column.text('display_number'),
    verifiedName: column.text('verified_name'),
    quality: column.text('quality'),
    checkedAt: column.time('checked_at'),
  },
  { primary: ['companyId', 'connectionId'] },
)
