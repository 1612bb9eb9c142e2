import { DAY, HOUR, MINUTE, SECOND } from '@balcao/kernel'
import fc from 'fast-check'

import {
  addDelay,
  averageMs,
  computeDelayMs,
  computeNextAt,
  failsTooOften,
  findAllowedAt,
  forecastEnd,
  noDelays,
  type Delays,
} from './pacing'

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

const timeZone = 'America/Sao_Paulo'
const hoursOf = (start: string, end: string, zone = timeZone) => ({
  allowedHours: { start, end },
  timeZone: zone,
})
const anytime = { allowedHours: null, timeZone }

describe('allowed hours', () => {
  it.each([
    ['08:00', '18:00', NOW],
    ['10:00', '18:00', after(HOUR)],
    ['07:00', '09:00', after(22 * HOUR)],
    ['22:00', '10:00', NOW],
    ['22:00', '08:30', after(13 * HOUR)],
    ['00:00', '00:00', NOW],
  ])('from %s to %s', (start, end, at) => expect(findAllowedAt(hoursOf(start, end), NOW)).toEqual(at))

  it.each([
    ['America/Manaus', after(HOUR)],
    ['Europe/Lisbon', NOW],
    ['Asia/Tokyo', after(12 * HOUR)],
  ])('are those of the company’s zone: %s', (zone, at) =>
    expect(findAllowedAt(hoursOf('09:00', '18:00', zone), NOW)).toEqual(at),
  )

  it('begin at their time on the day on which clocks change', () =>
    expect(
      findAllowedAt(hoursOf('09:00', '18:00', 'Europe/Lisbon'), new Date('2026-03-29T00:30:00Z')),
    ).toEqual(new Date('2026-03-29T08:00:00Z')))

  it('never begin in the past, nor more than a day from now', () =>
    fc.assert(
      fc.property(fc.nat(1_439), fc.nat(1_439), fc.nat(7 * 1_440), (start, end, offset) => {
        const time = (minutes: number) =>
          `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
        const now = after(offset * MINUTE)
        const hours = hoursOf(time(start), time(end))
        const at = findAllowedAt(hours, now)
        expect(at.getTime()).toBeGreaterThanOrEqual(now.getTime())
        expect(at.getTime() - now.getTime()).toBeLessThanOrEqual(DAY)
        expect(findAllowedAt(hours, at)).toEqual(at)
      }),
    ))
})

describe('the delay of a message', () => {
  it.each([
    ['is counted from its time', anytime, NOW, after(3 * SECOND), 3 * SECOND],
    ['is none before its time', anytime, after(SECOND), NOW, 0],
    ['leaves out closed hours', hoursOf('09:00', '10:00'), after(-HOUR), after(2 * SECOND), 2 * SECOND],
    ['since yesterday, too', hoursOf('09:00', '10:00'), after(-23 * HOUR), after(2 * SECOND), 2 * SECOND],
    ['is no outage', anytime, NOW, after(DAY), 5 * MINUTE],
  ])('%s', (_what, hours, dueAt, now, delayMs) => expect(computeDelayMs(hours, dueAt, now)).toBe(delayMs))
})

/* A run by the rules, with delays as `gateway` makes them. Chances are spread evenly: what many random ones come to. */
function run(intervals: typeof usual, messages: number, gateway: (sent: number) => number) {
  const sentAt: Date[] = []
  const known: Delays[] = []
  let [at, dueAt, delays] = [NOW, NOW, noDelays]
  for (let sent = 1; sent <= messages; sent += 1) {
    at = new Date(Math.max(dueAt.getTime(), at.getTime()) + gateway(sent))
    delays = addDelay(delays, computeDelayMs(anytime, dueAt, at))
    dueAt = computeNextAt(intervals, sent, at, ((sent * 7_919) % 1_000) / 1_000)
    sentAt.push(at)
    known.push(delays)
  }
  return { sentAt, known }
}

describe('the forecast', () => {
  it('is within a tenth of a run by the same rules', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(5, 10, 15, 20),
        fc.constantFrom(0, 5, 20, 60),
        fc.constantFrom(0, 30, 120),
        (messageInterval, longerIntervalAfter, greaterInterval) => {
          const intervals = { messageInterval, longerIntervalAfter, greaterInterval }
          const took =
            run(intervals, 2_000, () => 600)
              .sentAt.at(-1)!
              .getTime() - NOW.getTime()
          const forecast = forecastEnd(
            { ...intervals, ...anytime },
            { left: 2_000, delays: noDelays, from: NOW },
          )
          expect(Math.abs(forecast.getTime() - NOW.getTime() - took) / took).toBeLessThan(0.1)
        },
      ),
    ))

  it.each([
    ['of three seconds a message', usual, () => 3 * SECOND],
    ['without intervals', { ...usual, messageInterval: 0, longerIntervalAfter: 0 }, () => 55],
    [
      'with a restart of five seconds every 200 messages',
      { ...usual, messageInterval: 0, longerIntervalAfter: 0 },
      (sent: number) => (sent % 200 === 0 ? 5_000 : 60),
    ],
    ['that becomes slower', usual, (sent: number) => (sent < 1_500 ? 100 : 20_000)],
  ])('follows the gateway’s real pace: %s', (_what, intervals, gateway) => {
    const { sentAt, known } = run(intervals, 10_000, gateway)
    const end = sentAt.at(-1)!.getTime()
    for (const sent of [5_000, 7_500, 9_000]) {
      const from = sentAt[sent - 1]!
      const forecast = forecastEnd(
        { ...intervals, ...anytime },
        { left: 10_000 - sent, delays: known[sent - 1]!, from },
      )
      expect(Math.abs(forecast.getTime() - end) / (end - from.getTime())).toBeLessThan(0.1)
    }
  })

  it('leaves out the hours in which nothing is sent', () => {
    const rules = { ...usual, longerIntervalAfter: 0, ...hoursOf('09:00', '10:00') }
    const perHour = HOUR / averageMs(rules, noDelays)
    const forecast = (left: number) => forecastEnd(rules, { left, delays: noDelays, from: NOW })
    expect(forecast(perHour / 2)).toEqual(after(HOUR / 2))
    expect(forecast(perHour * 1.5)).toEqual(after(DAY + HOUR / 2))
  })

  it('is now when nothing is left', () =>
    expect(forecastEnd({ ...usual, ...anytime }, { left: 0, delays: noDelays, from: NOW })).toEqual(NOW))
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
