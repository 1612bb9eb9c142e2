import fc from 'fast-check'

import { isClosedDay, isWithinHours, type DayHours } from './hours'

const day = (weekdayEn: DayHours['weekdayEn'], startTime: string, endTime: string): DayHours => ({
  weekdayEn,
  startTime,
  endTime,
})
const SAO_PAULO = 'America/Sao_Paulo'

const at = (iso: string): number => Date.parse(iso)

describe('business hours', () => {
  // 23 November 2026 is a Monday.
  it.each([
    ['before the shift', '2026-11-23T10:59:59Z', false],
    ['at its first minute', '2026-11-23T11:00:00Z', true],
    ['at its last minute', '2026-11-23T20:59:59Z', true],
    ['when it ends', '2026-11-23T21:00:00Z', false],
    ['late on Sunday by the wall clock, Monday in UTC', '2026-11-23T02:00:00Z', false],
    ['on a day without an entry', '2026-11-24T03:00:00Z', true],
  ])('%s', (_, iso, expected) => {
    const week = [day('monday', '08:00', '18:00'), day('sunday', '00:00', '00:00')]
    expect(isWithinHours(week, SAO_PAULO, at(iso))).toBe(expected)
  })

  it('follow the zone, not the server', () => {
    const week = [day('monday', '08:00', '18:00')]
    const noonInLisbon = at('2026-11-23T09:00:00Z')
    expect(isWithinHours(week, 'Europe/Lisbon', noonInLisbon)).toBe(true)
    expect(isWithinHours(week, SAO_PAULO, noonInLisbon)).toBe(false)
  })

  it('follow summer time: the same shift is an hour earlier in UTC', () => {
    const week = [day('monday', '08:00', '18:00')]
    expect(isWithinHours(week, 'Europe/Lisbon', at('2026-07-06T07:00:00Z'))).toBe(true)
    expect(isWithinHours(week, 'Europe/Lisbon', at('2026-11-23T07:00:00Z'))).toBe(false)
  })

  it.each([
    ['', ''],
    ['08:00', ''],
    ['', '18:00'],
  ])('with a blank time (%j to %j) are not applied', (start, end) => {
    expect(isWithinHours([day('monday', start, end)], SAO_PAULO, at('2026-11-23T05:00:00Z'))).toBe(true)
  })

  it.each([
    ['a day with the same time twice', '2026-11-22T15:00:00Z', true],
    ['a day with a shift, outside of it', '2026-11-23T05:00:00Z', false],
    ['a day whose night shift began the day before', '2026-11-22T05:00:00Z', false],
    ['a day without a rule', '2026-11-24T15:00:00Z', false],
  ])('closed is %s: %s %s', (_case, iso, expected) => {
    const week = [
      day('saturday', '22:00', '04:00'),
      day('sunday', '00:00', '00:00'),
      day('monday', '08:00', '18:00'),
      day('tuesday', '', ''),
    ]
    expect(isClosedDay(week, SAO_PAULO, at(iso))).toBe(expected)
  })

  it('past midnight go on into the next day', () => {
    const week = [day('monday', '22:00', '06:00'), day('tuesday', '12:00', '18:00')]
    expect(isWithinHours(week, 'UTC', at('2026-11-23T21:59:00Z'))).toBe(false)
    expect(isWithinHours(week, 'UTC', at('2026-11-23T22:00:00Z'))).toBe(true)
    expect(isWithinHours(week, 'UTC', at('2026-11-24T05:59:00Z'))).toBe(true)
    expect(isWithinHours(week, 'UTC', at('2026-11-24T06:00:00Z'))).toBe(false)
  })

  const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
  const minute = fc.integer({ min: 0, max: 24 * 60 - 1 })
  const write = (minutes: number): string =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  const zones = fc.constantFrom(SAO_PAULO, 'America/Manaus', 'Europe/Madrid', 'Asia/Kathmandu', 'UTC')
  const instants = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-12-31T00:00:00Z') })

  it('and the hours that remain of the day are opposites', () => {
    fc.assert(
      fc.property(minute, minute, zones, instants, (start, end, zone, now) => {
        fc.pre(start < end && start > 0)
        const week = (from: string, to: string) => weekdays.map((weekday) => day(weekday, from, to))
        const open = isWithinHours(week(write(start), write(end)), zone, now)
        // From the end, past midnight, to the start.
        expect(isWithinHours(week(write(end), write(start)), zone, now)).toBe(!open)
      }),
    )
  })

  it('in two zones agree at the same wall clock', () => {
    fc.assert(
      fc.property(minute, minute, instants, (start, end, now) => {
        const week = weekdays.map((weekday) => day(weekday, write(start), write(end)))
        // São Paulo is three hours behind UTC all year.
        expect(isWithinHours(week, SAO_PAULO, now)).toBe(isWithinHours(week, 'UTC', now - 3 * 3_600_000))
      }),
    )
  })
})
