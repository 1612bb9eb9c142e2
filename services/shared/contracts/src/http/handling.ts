/**
 * How a request's fields are read. `strict`: types as the schema declares them and no unknown field. `lenient`: what
 * forms send for nothing and for numbers is converted, unknown fields are ignored.
 */
export type Handling = 'strict' | 'lenient'

/** The header that asks for a handling (RFC 7240), in fetch's form. Without it a request is read leniently. */
export const strictHandling = { prefer: 'handling=strict' } as const

/** Header of an answer: the names of the fields that were ignored, separated by commas. */
export const IGNORED_FIELDS_HEADER = 'balcao-ignored-fields'

/** Header of an answer that was kept: `true`. */
export const IDEMPOTENT_REPLAYED_HEADER = 'idempotent-replayed'
