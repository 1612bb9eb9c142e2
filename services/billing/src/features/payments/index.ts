export type { ChargeStore } from './charge.store'
