export { REQUEST_TAKEN_MS, ROWS_KEPT_MS } from './kept-times'
