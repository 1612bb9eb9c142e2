export { colorKey, nameKey } from './queue'
export type { QueueDeps } from './queue-deps'
export type { QueueOption, QueueOptionStore } from './queue-option.store'
export type { QueueStore } from './queue.store'
