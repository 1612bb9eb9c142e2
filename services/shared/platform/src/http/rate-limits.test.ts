import { describeRateLimits } from '@balcao/testkit'

import { createRateLimits } from './rate-limits'

describeRateLimits('memory', { open: async (factor) => createRateLimits(factor) })
