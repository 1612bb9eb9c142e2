export { REQUEST_TAKEN_MS, ROWS_KEPT_MS, UNDELIVERED_KEPT_MS } from './kept-times'
export type { DeletedPage, OldRowsStore, PageAsked } from './old-rows.store'
