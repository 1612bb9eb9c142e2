import { describeCache, fixedClock } from '@balcao/testkit'

import { createMemoryCache } from './memory-cache'

describeCache('memory', async () => {
  const clock = fixedClock()
  return { cache: createMemoryCache({ clock }), pass: async (ms) => clock.advance(ms) }
})

describe('a full memory cache', () => {
  it('forgets what was used longest ago', async () => {
    const cache = createMemoryCache({ maxEntries: 2 })
    await cache.set('a', 1, 60_000)
    await cache.set('b', 2, 60_000)
    await cache.get('a')
    await cache.set('c', 3, 60_000)
    expect([await cache.get('a'), await cache.get('b'), await cache.get('c')]).toEqual([1, undefined, 3])
  })
})
