import { companyId, connectionId } from '@balcao/contracts'
import { column, entityOf, fixed } from '@balcao/platform'

import type { CloudSignup, SignupState } from '../../features/cloud-signup/cloud-signup.store'

export const cloudSignups = entityOf<CloudSignup>()(
  'cloud_signups',
  {
    companyId: fixed(column.int('company_id', companyId)),
    connectionId: fixed(column.int('connection_id', connectionId)),
    codeHash: column.text('code_hash'),
    state: column.text<SignupState>('state'),
    sealedToken: column.text('sealed_token'),
    sealedPin: column.text('sealed_pin'),
    begunAt: column.time('begun_at'),
  },
  { primary: ['companyId', 'connectionId'] },
)
