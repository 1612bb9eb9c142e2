import { env } from '../config'

/** Variables of Redis. Without them each process keeps its own data. */
export const redisFields = {
  REDIS_URL: env.optional(
    env.url({
      protocols: ['redis', 'rediss'],
      help: 'Redis for cache, presence, rate limits and hints between processes (redis://… or, over TLS, rediss://…; of a Redis Cluster any node with ?cluster=true).\nNothing in it is worth a backup. Without it these stay in each process.',
    }),
  ),
}
