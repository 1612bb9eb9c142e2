import type { ScheduleView } from '@balcao/contracts'

import { toDayKey } from '../../lib/format-date'

import {
  computeRange,
  formatRange,
  groupByDay,
  listDays,
  moveDate,
  parseDayKey,
  fitInDay,
  placeInDay,
  type CalendarView,
} from './calendar'

const day = (key: string) => parseDayKey(key) ?? new Date(NaN)
const at = (id: number, hour: number, minute: number, date = '2026-11-22') => {
  const sendAt = day(date)
  sendAt.setHours(hour, minute)
  return { id, sendAt: sendAt.toISOString() } as ScheduleView
}

describe('a view of the calendar', () => {
  it.each<[CalendarView, string, string, string]>([
    ['month', '2026-11-22', '2026-11-01', '2026-12-06'],
    ['month', '2026-02-10', '2026-02-01', '2026-03-01'],
    ['month', '2027-01-31', '2026-12-27', '2027-02-07'],
    ['week', '2026-11-25', '2026-11-22', '2026-11-29'],
    ['day', '2026-11-25', '2026-11-25', '2026-11-26'],
    ['agenda', '2026-11-25', '2026-11-25', '2026-12-25'],
  ])('%s around %s has the days from %s to before %s', (view, date, from, to) => {
    const range = computeRange(view, day(date))
    expect([toDayKey(range.from), toDayKey(range.to)]).toEqual([from, to])
  })

  it.each<[CalendarView, string, string]>([
    ['month', '2026-12-01', '2026-10-01'],
    ['week', '2026-12-07', '2026-11-23'],
    ['day', '2026-12-01', '2026-11-29'],
    ['agenda', '2026-12-30', '2026-10-31'],
  ])('%s moves on to %s and back to %s', (view, next, previous) => {
    const date = day('2026-11-30')
    expect([moveDate(view, date, 1), moveDate(view, date, -1)].map(toDayKey)).toEqual([next, previous])
  })

  it('has every day once', () => {
    const days = listDays(computeRange('month', day('2026-11-22'))).map(toDayKey)
    expect(days).toHaveLength(35)
    expect(new Set(days).size).toBe(35)
  })

  it('names its days', () => {
    expect(formatRange('month', day('2026-11-22'), 'pt-BR')).toBe('novembro de 2026')
    expect(formatRange('day', day('2026-11-22'), 'en-US')).toBe('Sunday, November 22, 2026')
    expect(formatRange('week', day('2026-11-22'), 'en-US')).toMatch(/^Nov 22\s–\s28, 2026$/)
  })

  it.each(['2026-13-01', '2026-02-30', '', null, 'x'])('takes no %j for a day', (key) =>
    expect(parseDayKey(key)).toBeUndefined(),
  )
})

describe('schedules of a day', () => {
  it('are those of the local day', () => {
    const days = groupByDay([at(1, 0, 0), at(2, 23, 59), at(3, 0, 0, '2026-11-23')])
    expect([...days].map(([key, list]) => [key, list.map(({ id }) => id)])).toEqual([
      ['2026-11-22', [1, 2]],
      ['2026-11-23', [3]],
    ])
  })

  it('stand side by side where they would cover each other', () => {
    const placed = placeInDay([at(1, 9, 0), at(2, 9, 10), at(3, 9, 35), at(4, 12, 0)])
    expect(
      placed.map(({ schedule, minute, column, columns }) => [schedule.id, minute, column, columns]),
    ).toEqual([
      [1, 540, 0, 2],
      [2, 550, 1, 2],
      [3, 575, 0, 2],
      [4, 720, 0, 1],
    ])
  })

  it('of one minute are four side by side, the others counted', () => {
    const { shown, hidden } = fitInDay(Array.from({ length: 500 }, (_unused, id) => at(id, 9, 0)))
    expect([shown.map(({ column, columns }) => [column, columns]), hidden]).toEqual([
      [0, 1, 2, 3].map((column) => [column, 4]),
      496,
    ])
  })
})
