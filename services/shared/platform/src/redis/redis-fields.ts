import { env } from '../config'

/** The variables of configs that may use Redis. Absent: what Redis would keep stays in the process. */
export const redisFields = {
  REDIS_URL: env.optional(
    env.url({
      protocols: ['redis', 'rediss'],
      help: 'Redis for cache, presence, rate limits and hints between processes (redis://… or, over TLS, rediss://…).\nNothing in it is worth a backup. Without it these stay in each process.',
    }),
  ),
}
