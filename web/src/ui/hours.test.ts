import { defaultBusinessHours } from '@balcao/contracts'

import { fillWeek, modeTimes, nameWeekday, readDayMode } from './hours'

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
