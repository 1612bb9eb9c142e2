import { needsEngines } from '@balcao/testkit'

export const redisUrl = process.env['REDIS_URL']

/** Stories that kill their Redis bring one of their own; the given one says that this machine can run it. */
export const describeWithRedis = needsEngines('redis')
