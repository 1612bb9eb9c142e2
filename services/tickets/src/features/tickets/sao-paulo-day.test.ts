import { saoPauloDay } from './sao-paulo-day'

describe('a day in São Paulo', () => {
  it('begins at three in the morning, UTC', () => {
    expect(saoPauloDay('2026-11-20')).toEqual({
      from: new Date('2026-11-20T03:00:00Z'),
      to: new Date('2026-11-21T03:00:00Z'),
    })
  })

  it('ends a year like any other', () => {
    expect(saoPauloDay('2026-12-31').to).toEqual(new Date('2027-01-01T03:00:00Z'))
  })
})
