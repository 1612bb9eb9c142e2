import { DAY } from '@balcao/kernel'

/** How long rows of the journal and of the outbound queue are kept: the networks repeat and deliver nothing that is older. */
export const ROWS_KEPT_MS = 30 * DAY

/**
 * A message that was accepted and not delivered. The network keeps it for 30 days and Meta repeats a webhook for seven, so that its end, and
 * its price, may be told that late.
 */
export const UNDELIVERED_KEPT_MS = 40 * DAY

/**
 * How long after it was written a request may be queued anew. A day less than its row is kept, so that no row is deleted while its request
 * could be queued again: the request's time is of another machine's clock.
 */
export const REQUEST_TAKEN_MS = ROWS_KEPT_MS - DAY
