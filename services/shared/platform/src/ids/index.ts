export { createIds } from './random-ids'
