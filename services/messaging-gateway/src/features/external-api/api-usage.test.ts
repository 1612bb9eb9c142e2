import { computeRetryAfterSeconds, findWindowEnds, findWindows } from './api-usage'

const at = (time: string) => new Date(`2026-11-23T${time}Z`)

describe('the windows of the send API', () => {
  it.each([
    ['00:00:00.000', '2026-11-23T00:00:00Z', '2026-11-22T03:00:00Z'],
    ['02:59:59.999', '2026-11-23T02:59:00Z', '2026-11-22T03:00:00Z'],
    ['03:00:00.000', '2026-11-23T03:00:00Z', '2026-11-23T03:00:00Z'],
    ['15:20:41.500', '2026-11-23T15:20:00Z', '2026-11-23T03:00:00Z'],
  ])('are the minute of the clock and the day of São Paulo: %s', (now, minuteAt, dayAt) =>
    expect(findWindows(at(now))).toEqual({ minuteAt: new Date(minuteAt), dayAt: new Date(dayAt) }),
  )

  it('end with the minute and at midnight', () =>
    expect(findWindowEnds(findWindows(at('15:20:41.500')))).toEqual({
      minute: at('15:21:00'),
      day: new Date('2026-11-24T03:00:00Z'),
    }))

  const limits = { perMinute: 10, perDay: 100 }
  it.each([
    ['a full minute', limits, { minute: 10, day: 50 }, 1, '15:20:41.500', 19],
    ['a minute without room for all files', limits, { minute: 8, day: 50 }, 3, '15:20:00', 60],
    ['a full day', limits, { minute: 0, day: 100 }, 1, '15:20:00', 11 * 3_600 + 2_400],
    ['a day and a minute that are full', limits, { minute: 10, day: 100 }, 1, '02:59:59.900', 1],
    [
      'a minute, with days without limit',
      { perMinute: 1, perDay: 0 },
      { minute: 1, day: 9 },
      1,
      '15:20:30',
      30,
    ],
    ['windows that have ended meanwhile', limits, { minute: 0, day: 0 }, 1, '15:20:59.999', 1],
  ])('are waited for after %s', (_name, given, usage, messages, now, seconds) =>
    expect(computeRetryAfterSeconds(given, usage, { messages, now: at(now) })).toBe(seconds),
  )
})
