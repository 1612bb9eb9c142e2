import { SECOND, type Cache } from '@balcao/kernel'

export interface CacheRig {
  cache: Cache
  /** Advances time for the adapter: a fake clock, or a real wait. */
  pass(ms: number): Promise<void>
}

export function describeCache(driver: string, open: () => Promise<CacheRig>): void {
  describe(`the cache on ${driver}`, () => {
    let rig: CacheRig
    beforeEach(async () => {
      rig = await open()
    })

    it('gives back what was stored, as JSON would', async () => {
      await rig.cache.set('tickets:7:a', { name: 'Ana', tags: ['x'], none: undefined }, 10 * SECOND)
      expect(await rig.cache.get('tickets:7:a')).toEqual({ name: 'Ana', tags: ['x'] })
      await rig.cache.set('tickets:7:zero', 0, 10 * SECOND)
      expect(await rig.cache.get('tickets:7:zero')).toBe(0)
    })

    it('does not share objects with the caller', async () => {
      const value = { count: 1 }
      await rig.cache.set('k', value, 10 * SECOND)
      value.count = 2
      const [first, second] = [await rig.cache.get<typeof value>('k'), await rig.cache.get<typeof value>('k')]
      expect(first).toEqual({ count: 1 })
      expect(first).not.toBe(second)
    })

    it('keeps companies apart by key', async () => {
      await rig.cache.set('tickets:7:a', 'seven', 10 * SECOND)
      expect(await rig.cache.get('tickets:8:a')).toBeUndefined()
    })

    it('forgets after the time to live', async () => {
      await rig.cache.set('short', 1, 100)
      await rig.cache.set('long', 1, 60 * SECOND)
      await rig.pass(150)
      expect(await rig.cache.get('short')).toBeUndefined()
      expect(await rig.cache.get('long')).toBe(1)
    })

    it('gives a replaced value its own time to live', async () => {
      await rig.cache.set('k', 'short', 100)
      await rig.cache.set('k', 'long', 60 * SECOND)
      await rig.cache.set('m', 'long', 60 * SECOND)
      await rig.cache.set('m', 'short', 100)
      await rig.pass(150)
      expect([await rig.cache.get('k'), await rig.cache.get('m')]).toEqual(['long', undefined])
    })

    it('tells a stored nothing from nothing stored', async () => {
      await rig.cache.set('empty', null, 10 * SECOND)
      expect([await rig.cache.get('empty'), await rig.cache.get('never')]).toEqual([null, undefined])
    })

    it('deletes nothing when told nothing', async () => {
      await rig.cache.set('a', 1, 10 * SECOND)
      await rig.cache.delete()
      expect(await rig.cache.get('a')).toBe(1)
    })

    it('replaces and deletes, also several and unknown keys', async () => {
      await rig.cache.set('a', 1, 10 * SECOND)
      await rig.cache.set('a', 2, 10 * SECOND)
      await rig.cache.set('b', 3, 10 * SECOND)
      expect(await rig.cache.get('a')).toBe(2)
      await rig.cache.delete('a', 'b', 'never')
      expect([await rig.cache.get('a'), await rig.cache.get('b')]).toEqual([undefined, undefined])
    })
  })
}
