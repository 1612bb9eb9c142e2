import { fixedClock } from '@balcao/testkit'

import { createIds } from './random-ids'

describe('ids', () => {
  it("are UUIDv7 of the clock's time", () => {
    const id = createIds(fixedClock('2026-11-20T15:00:00.123Z')).next()
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(
      Date.parse('2026-11-20T15:00:00.123Z'),
    )
  })

  it('rise and never repeat within a millisecond, beyond the counter and when the clock steps back', () => {
    const clock = fixedClock()
    const ids = createIds(clock)
    const made = Array.from({ length: 10_000 }, (_, index) => {
      if (index === 5_000) clock.advance(-60_000)
      return ids.next()
    })
    expect(new Set(made).size).toBe(made.length)
    expect([...made].sort()).toEqual(made)
  })

  it('makes tokens of the asked length', () => {
    const ids = createIds()
    expect(ids.token(16)).toMatch(/^[0-9a-f]{32}$/)
    expect(ids.token(16)).not.toBe(ids.token(16))
  })
})
