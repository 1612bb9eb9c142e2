import { needsEngines } from '@balcao/testkit'

/** Stories that kill their Redis start one of their own. */
export const describeWithOwnRedis = needsEngines('redis-server')
