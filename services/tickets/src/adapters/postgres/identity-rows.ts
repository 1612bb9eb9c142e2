import { sql, type Sql } from '@balcao/platform'

import type { Identity } from '../../features/contacts/contact.store'

/** `unnest(…)` of the identities as rows of kind and value. */
export const identityRows = (identities: readonly Identity[]): Sql =>
  sql`unnest(${identities.map(({ kind }) => kind)}::text[], ${identities.map(({ value }) => value)}::text[])`
