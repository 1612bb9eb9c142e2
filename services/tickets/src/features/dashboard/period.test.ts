import { checkPeriod, choosePeriod, toDay } from './period'

const saoPaulo = 'America/Sao_Paulo'
const now = new Date('2026-11-23T02:30:00Z')

describe('the period of a dashboard', () => {
  it.each([
    [saoPaulo, '2026-11-22'],
    ['America/Manaus', '2026-11-22'],
    ['Asia/Tokyo', '2026-11-23'],
  ])('ends with the day that is today in %s', (zone, today) => {
    expect(toDay(now, zone)).toBe(today)
    expect(choosePeriod({ days: 1 }, now, zone)).toEqual({ from: today, to: today })
    expect(choosePeriod({ date_from: '2026-11-01' }, now, zone)).toEqual({ from: '2026-11-01', to: today })
  })

  it('has as many days as asked', () =>
    expect(choosePeriod({ days: 30 }, now, saoPaulo)).toEqual({ from: '2026-10-24', to: '2026-11-22' }))

  it('must be asked for', () => expect(() => choosePeriod({}, now, saoPaulo)).toThrow('ERR_VALIDATION'))

  it.each([
    ['2026-11-22', '2026-11-21'],
    ['2025-01-01', '2026-11-21'],
  ])('is a year at most, and not backwards: %s to %s', (from, to) =>
    expect(() => checkPeriod({ from, to })).toThrow('ERR_VALIDATION'),
  )

  it('may be a leap year', () =>
    expect(checkPeriod({ from: '2024-01-01', to: '2024-12-31' })).toEqual({
      from: '2024-01-01',
      to: '2024-12-31',
    }))
})
