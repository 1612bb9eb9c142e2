export { emptyFinishedJob } from './empty-finished.job'
export { erasuresConsumer } from './erasures.consumer'
export type { ErasedNames, ErasureStore } from './erasure.store'
