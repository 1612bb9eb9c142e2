import { counter } from '../telemetry/metrics'

const failures = counter(
  'balcao_redis_failures_total',
  'Commands that Redis did not answer, by what they were for',
)

export const redisFailed = (use: 'cache' | 'presence'): void => failures.add(1, { use })
