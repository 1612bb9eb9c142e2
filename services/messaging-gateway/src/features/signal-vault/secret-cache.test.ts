import { SecretCache } from './secret-cache'

const cache = (entries: number, bytes: number) => new SecretCache({ entries, bytes })
const value = (size: number) => new Uint8Array(size)

describe('the cache of a vault', () => {
  it('keeps no more entries than it may', () => {
    const small = cache(3, 1_000_000)
    for (let index = 0; index < 50; index += 1)
      small.replace([{ type: 'session', id: String(index), value: value(1) }])
    expect(small.count).toBe(3)
    expect(small.find('session', '49')).toBeDefined()
    expect(small.find('session', '0')).toBeUndefined()
  })

  it('keeps no more bytes than it may, what does not exist included', () => {
    const small = cache(1_000, 4_000)
    for (let index = 0; index < 50; index += 1) {
      small.replace([{ type: 'session', id: String(index), value: value(500) }])
      small.fill(small.writes, 'pre-key', String(index), undefined)
    }
    expect(small.sizeBytes).toBeLessThanOrEqual(4_000)
    expect(small.count).toBeGreaterThan(2)
  })

  it('does not keep a value larger than itself, nor the value it replaces', () => {
    const small = cache(10, 1_000)
    small.replace([{ type: 'session', id: 'a', value: value(10) }])
    small.replace([{ type: 'session', id: 'a', value: value(5_000) }])
    expect(small.find('session', 'a')).toBeUndefined()
  })

  it('knows what does not exist', () => {
    const some = cache(10, 10_000)
    some.fill(some.writes, 'session', 'a', undefined)
    some.replace([{ type: 'session', id: 'b', value: null }])
    expect(some.find('session', 'a')).toEqual({ value: undefined })
    expect(some.find('session', 'b')).toEqual({ value: undefined })
    expect(some.find('session', 'c')).toBeUndefined()
  })

  it('ignores a read that began before a write', () => {
    const some = cache(10, 10_000)
    const asked = some.writes
    some.replace([{ type: 'session', id: 'a', value: Uint8Array.of(2) }])
    some.fill(asked, 'session', 'a', Uint8Array.of(1))
    expect(some.find('session', 'a')?.value).toEqual(Uint8Array.of(2))
    const before = some.writes
    some.clear()
    some.fill(before, 'session', 'a', Uint8Array.of(1))
    expect(some.find('session', 'a')).toBeUndefined()
  })

  it('does not mix up types and ids', () => {
    const some = cache(10, 10_000)
    some.replace([{ type: 'a', id: 'b:c', value: Uint8Array.of(1) }])
    expect(some.find('a:b', 'c')).toBeUndefined()
  })
})
