export type { QueueDeps } from './edit-queue'
export { colorKey, nameKey } from './queue'
export type { QueueStore } from './queue.store'
