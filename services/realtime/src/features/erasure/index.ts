export { eraseLateJob } from './erase-late.job'
export { erasuresConsumer } from './erasures.consumer'
export type { ErasedContacts, ErasedMessages, ErasureStore } from './erasure.store'
