import { defaultBusinessHours } from '@balcao/contracts'

import { fillWeek, isTime, maskTime, modeTimes, nameWeekday, readDayMode } from './hours'

describe('a week of hours', () => {
  it.each([
    ['08:00', '18:00', 'hours'],
    ['22:00', '06:00', 'hours'],
    ['08:00', '', 'hours'],
    ['', '', 'always'],
    ['00:00', '00:00', 'closed'],
  ])('reads %s to %s as %s', (startTime, endTime, mode) =>
    expect(readDayMode({ startTime, endTime })).toBe(mode),
  )

  it('has times for each mode that are read as that mode', () => {
    for (const [mode, times] of Object.entries(modeTimes)) expect(readDayMode(times)).toBe(mode)
  })

  it.each([
    ['8', '8', false],
    ['08', '08', false],
    ['083', '08:3', false],
    ['0830', '08:30', true],
    ['08:305', '08:30', true],
    ['2460', '24:60', false],
    ['noon', '', false],
  ])('shows %j as %j; is a time: %s', (typed, shown, valid) => {
    expect([maskTime(typed), isTime(maskTime(typed))]).toEqual([shown, valid])
  })

  it('has seven days, Monday first; a missing one has no rule', () => {
    expect(fillWeek(defaultBusinessHours, 'pt-BR')).toEqual(defaultBusinessHours)
    const week = fillWeek(defaultBusinessHours.slice(2, 3), 'pt-BR')
    expect(week.map(readDayMode)).toEqual([
      'always',
      'always',
      'hours',
      'always',
      'always',
      'always',
      'always',
    ])
    expect(week[0]).toMatchObject({ weekday: 'segunda-feira', weekdayEn: 'monday' })
    expect(nameWeekday('sunday', 'en-US')).toBe('Sunday')
  })
})
