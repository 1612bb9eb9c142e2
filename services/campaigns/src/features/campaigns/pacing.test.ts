import { DAY, HOUR, MINUTE, SECOND } from '@balcao/kernel'
import fc from 'fast-check'

import { averageMs, computeNextAt, failsTooOften, findAllowedAt, forecastEnd } from './pacing'

/* 9:00 in São Paulo. */
const NOW = new Date('2026-11-22T12:00:00Z')
const usual = { messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 60 }
const after = (ms: number) => new Date(NOW.getTime() + ms)

describe('the next message', () => {
  it.each([
    [1, 0, 0],
    [1, 0.5, 10 * SECOND],
    [19, 1, 20 * SECOND],
    [20, 0.5, 60 * SECOND],
    [40, 0, 60 * SECOND],
    [41, 0.5, 10 * SECOND],
  ])('after the %s. with chance %s waits %s ms', (sent, chance, waitMs) =>
    expect(computeNextAt(usual, sent, NOW, chance)).toEqual(after(waitMs)),
  )

  it('waits for no block where blocks are off', () =>
    expect(computeNextAt({ ...usual, longerIntervalAfter: 0 }, 20, NOW, 1)).toEqual(after(20 * SECOND)))

  it('never waits longer than its intervals, nor goes back', () =>
    fc.assert(
      fc.property(
        fc.record({
          messageInterval: fc.constantFrom(0, 5, 10, 15, 20),
          longerIntervalAfter: fc.constantFrom(0, 1, 5, 20, 120),
          greaterInterval: fc.constantFrom(0, 1, 60, 120),
        }),
        fc.nat(10_000),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (intervals, sent, chance) => {
          const waitMs = computeNextAt(intervals, sent + 1, NOW, chance).getTime() - NOW.getTime()
          const longest = Math.max(intervals.messageInterval, intervals.greaterInterval)
          expect(waitMs).toBeGreaterThanOrEqual(0)
          expect(waitMs).toBeLessThanOrEqual(longest * SECOND)
        },
      ),
    ))
})

describe('allowed hours', () => {
  it.each([
    ['08:00', '18:00', NOW],
    ['10:00', '18:00', after(HOUR)],
    ['07:00', '09:00', after(22 * HOUR)],
    ['22:00', '10:00', NOW],
    ['22:00', '08:30', after(13 * HOUR)],
    ['00:00', '00:00', NOW],
  ])('from %s to %s', (start, end, at) => expect(findAllowedAt({ start, end }, NOW)).toEqual(at))

  it('never begin in the past, nor more than a day from now', () =>
    fc.assert(
      fc.property(fc.nat(1_439), fc.nat(1_439), fc.nat(7 * 1_440), (start, end, offset) => {
        const time = (minutes: number) =>
          `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
        const now = after(offset * MINUTE)
        const hours = { start: time(start), end: time(end) }
        const at = findAllowedAt(hours, now)
        expect(at.getTime()).toBeGreaterThanOrEqual(now.getTime())
        expect(at.getTime() - now.getTime()).toBeLessThanOrEqual(DAY)
        expect(findAllowedAt(hours, at)).toEqual(at)
      }),
    ))
})

describe('the forecast', () => {
  it('is within a tenth of a run by the same rules', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(5, 10, 15, 20),
        fc.constantFrom(0, 5, 20, 60),
        fc.constantFrom(0, 30, 120),
        (messageInterval, longerIntervalAfter, greaterInterval) => {
          const intervals = { messageInterval, longerIntervalAfter, greaterInterval }
          let at = NOW
          // Chances spread evenly: what many random ones come to.
          for (let sent = 1; sent <= 2_000; sent += 1)
            at = new Date(
              computeNextAt(intervals, sent, at, ((sent * 7_919) % 1_000) / 1_000).getTime() + 600,
            )
          const took = at.getTime() - NOW.getTime()
          const forecast =
            forecastEnd({ ...intervals, allowedHours: null }, 2_000, NOW).getTime() - NOW.getTime()
          expect(Math.abs(forecast - took) / took).toBeLessThan(0.1)
        },
      ),
    ))

  it('leaves out the hours in which nothing is sent', () => {
    const settings = { ...usual, longerIntervalAfter: 0, allowedHours: { start: '09:00', end: '10:00' } }
    const perHour = HOUR / averageMs(settings)
    expect(forecastEnd(settings, perHour / 2, NOW)).toEqual(after(HOUR / 2))
    expect(forecastEnd(settings, perHour * 1.5, NOW)).toEqual(after(DAY + HOUR / 2))
  })

  it('is now when nothing is left', () =>
    expect(forecastEnd({ ...usual, allowedHours: null }, 0, NOW)).toEqual(NOW))
})

describe('failures', () => {
  const outcomes = (failed: number, delivered: number) => [
    ...Array<'failed'>(failed).fill('failed'),
    ...Array<'delivered'>(delivered).fill('delivered'),
  ]
  it.each([
    [10, 40, true],
    [9, 41, false],
    [9, 0, false],
    [2, 8, true],
    [1, 9, false],
    [0, 50, false],
  ])('%s of them beside %s deliveries: stops %s', (failed, delivered, stops) =>
    expect(failsTooOften(outcomes(failed, delivered))).toBe(stops),
  )
})
