export { createMemoryCache } from './memory-cache'
