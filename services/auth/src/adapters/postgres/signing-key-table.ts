import { column, fixed, orNull, tableOf } from '@balcao/platform'

import type { StoredKey } from '../../features/sessions/signing-key.store'

export const signingKeys = tableOf<StoredKey>()(
  'signing_keys',
  {
    kid: fixed(column.text('kid')),
    publicPem: fixed(column.text('public_pem')),
    createdAt: fixed(column.time('created_at')),
    retiredAt: orNull(column.time('retired_at')),
  },
  // Sealed, and read by those who sign only.
  { primary: ['kid'], unmapped: ['private_pem'] },
)
