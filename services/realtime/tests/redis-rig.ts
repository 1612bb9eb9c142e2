import { needsEngines } from '@balcao/testkit'

/** Suites that kill their Redis start one of their own. */
export const describeWithOwnRedis = needsEngines('redis-server')
