import { chooseCostStep, listCostTimes } from './cost-times'

describe('the times of a report of costs', () => {
  it.each([
    ['2026-11-01', '2026-11-01', 'day'],
    ['2026-10-01', '2026-12-01', 'day'],
    ['2026-10-01', '2026-12-02', 'month'],
    ['2026-01-01', '2026-12-31', 'month'],
  ])('from %s to %s are counted by %s', (from, to, step) => expect(chooseCostStep({ from, to })).toBe(step))

  it('are all days of the period', () =>
    expect(listCostTimes({ from: '2026-02-27', to: '2026-03-02' }, 'day')).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
    ]))

  it('are all months that it touches', () =>
    expect(listCostTimes({ from: '2026-10-31', to: '2027-01-01' }, 'month')).toEqual([
      '2026-10',
      '2026-11',
      '2026-12',
      '2027-01',
    ]))
})
