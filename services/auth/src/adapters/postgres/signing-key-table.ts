import { column, entityOf, fixed, hidden, orNull } from '@balcao/platform'

import type { StoredKey } from '../../features/sessions/signing-key.store'

interface SealedKey extends StoredKey {
  /** The private key. Read by those who sign only. */
  sealedPem?: string | undefined
}

export const signingKeys = entityOf<SealedKey>()(
  'signing_keys',
  {
    kid: fixed(column.text('kid')),
    publicPem: fixed(column.text('public_pem')),
    createdAt: fixed(column.time('created_at')),
    retiredAt: orNull(column.time('retired_at')),
    sealedPem: fixed(hidden(column.text('private_pem'))),
  },
  { primary: ['kid'] },
)
