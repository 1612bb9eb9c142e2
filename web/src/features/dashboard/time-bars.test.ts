import { toTimeBars } from './time-bars'

const day = [{ data: '23/11/2026', total: 1234 }]

describe('the bars of a time chart', () => {
  it.each([
    ['pt', 'segunda-feira, 23 de novembro de 2026', '23 de nov.'],
    ['en', 'Monday, November 23, 2026', 'Nov 23'],
    ['es', 'lunes, 23 de noviembre de 2026', '23 nov'],
  ] as const)('name a day in full and short in %s', (language, label, tick) =>
    expect(toTimeBars(day, language)).toEqual([{ label, tick, value: 1234 }]),
  )

  it('keep the hours of one day', () =>
    expect(toTimeBars([{ horario: '09:00', total: 2 }], 'pt')).toEqual([
      { label: '09:00', tick: '09:00', value: 2 },
    ]))

  it('have another label for the same day of the next year', () => {
    const labels = toTimeBars([...day, { data: '23/11/2027', total: 0 }], 'pt').map(({ label }) => label)
    expect(new Set(labels).size).toBe(2)
  })
})
