import { describePresence, fixedClock } from '@balcao/testkit'

import { createMemoryPresence } from './memory-presence'

describePresence('memory', async () => {
  const clock = fixedClock()
  return { presence: createMemoryPresence(clock), pass: async (ms) => clock.advance(ms) }
})
