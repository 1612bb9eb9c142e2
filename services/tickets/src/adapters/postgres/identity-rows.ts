import { sql, type Sql } from '@balcao/platform'

export interface Identity {
  kind: string
  value: string
}

/** `unnest(…)` of the identities as rows of kind and value. */
export const identityRows = (identities: readonly Identity[]): Sql =>
  sql`unnest(${identities.map(({ kind }) => kind)}::text[], ${identities.map(({ value }) => value)}::text[])`
