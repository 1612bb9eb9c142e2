import { keepDigits } from '@balcao/contracts'
import { formatDay, formatDayDivider, formatMoment, formatShortDayTime, formatTime } from './format-date'
import { formatReais } from './format-money'
import { formatPhone, maskPhone } from './format-phone'
import { formatInitials } from './initials'
import { formatMegabytes, formatStorage } from './format-storage'
import { formatLimit, isOverUploadLimit, setUploadLimit } from './upload-limit'

const now = new Date(2026, 10, 19, 10, 41)
const words = { today: 'Hoje', yesterday: 'Ontem' }

describe('a moment in a list', () => {
  it.each([
    ['the time today', new Date(2026, 10, 19, 0, 5), '00:05'],
    ['"ontem" yesterday, however few hours ago', new Date(2026, 10, 18, 23, 59), 'ontem'],
    ['the weekday within a week', new Date(2026, 10, 13, 9), 'sex'],
    ['day and month this year', new Date(2026, 10, 12, 9), '12/11'],
    ['the whole date in another year', new Date(2025, 10, 19, 9), '19/11/2025'],
  ])('is %s', (_name, date, text) => {
    expect(formatMoment(date, now, 'pt-BR', words)).toBe(text)
  })
})

it.each([
  [0, '0 B'],
  [1_023, '1.023 B'],
  [1_536, '1,5 KB'],
  [1_048_576, '1 MB'],
  [10_737_418_240, '10 GB'],
  [2 ** 60, '1.048.576 TB'],
])('%d stored bytes are %s', (bytes, text) => expect(formatStorage(bytes, 'pt-BR')).toBe(text))

it('a limit of 512 MB is written as one', () => expect(formatMegabytes(512, 'pt-BR')).toBe('512 MB'))

describe('dates and times', () => {
  it('are written as specified', () => {
    expect([formatDay(now), formatTime(now), formatShortDayTime(now)]).toEqual([
      '19/11/2026',
      '10:41',
      '19/11/26 10:41',
    ])
  })

  it('divide days by name, then by date', () => {
    const days = [19, 18, 17].map((day) => formatDayDivider(new Date(2026, 10, day, 23), now, words))
    expect(days).toEqual(['Hoje', 'Ontem', '17/11/2026'])
  })
})

describe('a limit of uploads', () => {
  it('is what a file may have, and not known before the log-in', () => {
    expect(isOverUploadLimit({ size: 2 ** 40 })).toBe(false)
    setUploadLimit(1024)
    expect([1024, 1025].map((size) => isOverUploadLimit({ size }))).toEqual([false, true])
  })

  it.each([
    [16 * 1024 * 1024, '16 MB'],
    [5 * 1024 * 1024, '5 MB'],
    [1_500_000, '1,4 MB'],
    [2_000_000_000, '1.907,3 MB'],
  ])('of %i bytes is named %s, never more than it is', (bytes, text) => {
    expect(formatLimit(bytes, 'pt-BR')).toBe(text)
  })
})

describe('a phone', () => {
  it('is masked while typing and keeps at most 11 digits', () => {
    expect(['', '1', '119', '1198765', '1132345678', '11987654321999'].map(maskPhone)).toEqual([
      '',
      '(1',
      '(11) 9',
      '(11) 9876-5',
      '(11) 3234-5678',
      '(11) 98765-4321',
    ])
    expect(keepDigits('(11) 98765-4321')).toBe('11987654321')
  })

  it('is shown in the Brazilian way, or with a plus', () => {
    expect(['5511987654321', '551132345678', '4915112345678', '120363@g.us'].map(formatPhone)).toEqual([
      '+55 (11) 98765-4321',
      '+55 (11) 3234-5678',
      '+4915112345678',
      '120363@g.us',
    ])
  })
})

describe('names and money', () => {
  it('become initials', () => {
    expect(
      ['Helena Castro', 'Dra. Paula de Nunes', 'ana', '+55 21 99812-3344', '🎉', 'Élio Ávila'].map(
        formatInitials,
      ),
    ).toEqual(['HC', 'DN', 'A', '44', '?', 'ÉÁ'])
  })

  it('is always in reais', () => {
    expect(formatReais(1234.56).replace(/\s/g, ' ')).toBe('R$ 1.234,56')
  })
})
