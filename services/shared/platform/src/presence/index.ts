export { createMemoryPresence, PRESENCE_TTL_MS } from './memory-presence'
export { createRedisPresence } from './redis-presence'
