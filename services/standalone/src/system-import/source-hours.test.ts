import { readFamilyHours, toWeek } from './source-hours'
import { toRate } from './source-ratings'

const timesOf = (value: unknown) =>
  readFamilyHours(value)?.schedules.map(
    ({ weekdayEn, startTime, endTime }) => `${weekdayEn} ${startTime}-${endTime}`,
  )

describe('hours of Whaticket’s family', () => {
  it.each([undefined, null, [], {}, 'text', [{ weekdayEn: 'monday', startTime: '', endTime: '' }]])(
    '%j are none',
    (value) => expect(readFamilyHours(value)).toBeUndefined(),
  )

  it('as days are those days; a day without a time has no rule, as there', () => {
    const week = [
      { weekday: 'Terça', weekdayEn: 'tuesday', startTime: '', endTime: '' },
      { weekday: 'Segunda', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' },
      { weekday: '?', weekdayEn: 'someday', startTime: '08:00', endTime: '18:00' },
    ]
    expect(timesOf(week)).toEqual(['monday 08:00-18:00', 'tuesday -'])
    expect(readFamilyHours(week)?.change).toBe('')
  })

  it('with two shifts a day are one, and say so', () => {
    const week = [
      {
        weekdayEn: 'monday',
        startTimeA: '08:00',
        endTimeA: '12:00',
        startTimeB: '13:00',
        endTimeB: '18:00',
      },
    ]
    expect(timesOf(week)).toEqual(['monday 08:00-18:00'])
    expect(readFamilyHours(week)?.change).toContain('breaks')
  })

  it('as rules close the other days, and say what of them has no place', () => {
    const hours = readFamilyHours({
      weeklyRules: [
        {
          days: ['mon'],
          hours: [
            { from: '13:00', to: '18:00' },
            { from: '08:00', to: '12:00' },
          ],
        },
        { days: ['sat'], hours: [{ from: '18:00', to: '08:00' }] },
      ],
      overrides: [],
      timezone: 'America/Sao_Paulo',
    })
    expect(hours).toMatchObject({
      timeZone: 'America/Sao_Paulo',
      change: expect.stringContaining('breaks') as string,
    })
    expect(hours?.schedules.map(({ startTime, endTime }) => `${startTime}-${endTime}`)).toEqual([
      '08:00-18:00',
      ...Array<string>(6).fill('00:00-00:00'),
    ])
  })

  it('keep no zone that is none', () =>
    expect(
      toWeek([{ day: 'monday', from: '08:00', to: '12:00' }], { timeZone: 'Mars', hasMore: true }),
    ).toMatchObject({ timeZone: '', change: expect.stringContaining('special days') as string }))
})

it.each([
  [1, 3, 1],
  [3, 3, 3],
  [0, 3, 1],
  [1, 5, 1],
  [2, 5, 1],
  [3, 5, 2],
  [4, 5, 3],
  [5, 5, 3],
] as const)('a rate of %i on a scale of %i is %i here', (rate, scale, ours) =>
  expect(toRate(rate, scale)).toBe(ours),
)
