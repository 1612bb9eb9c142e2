export { openRedis, type RedisClient, type RedisOptions } from './open-redis'
export { redisFields } from './redis-fields'
