export type { MessagePriceStore } from './message-price.store'
