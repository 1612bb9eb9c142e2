export { createMemoryCache } from './memory-cache'
export { createRedisCache } from './redis-cache'
