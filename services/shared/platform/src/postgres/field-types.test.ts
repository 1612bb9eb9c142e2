import { types } from 'pg'

import { fieldTypes } from './field-types'

const TIMESTAMPTZ = 1184
const parse = (text: string): unknown =>
  (fieldTypes.getTypeParser(TIMESTAMPTZ) as (text: string) => unknown)(text)
const parseByPg: unknown = types.getTypeParser(TIMESTAMPTZ)

describe('a time from Postgres', () => {
  it.each([
    ['2026-11-22 19:44:01+00', '2026-11-22T19:44:01.000Z'],
    ['2026-11-22 19:44:01.1+00', '2026-11-22T19:44:01.100Z'],
    ['2026-11-22 19:44:01.123+00', '2026-11-22T19:44:01.123Z'],
    ['2026-11-22 19:44:01.123456+00', '2026-11-22T19:44:01.123Z'],
    ['2024-02-29 00:00:00.000999+00', '2024-02-29T00:00:00.000Z'],
    ['1000-01-01 00:00:00+00', '1000-01-01T00:00:00.000Z'],
    ['2026-11-22 16:44:01.5-03', '2026-11-22T19:44:01.500Z'],
  ])('is read: %s', (text, iso) => {
    expect((parse(text) as Date).toISOString()).toBe(iso)
  })

  it.each([
    '0044-03-15 12:00:00+00',
    '0044-03-15 12:00:00+00 BC',
    '12026-11-22 19:44:01+00',
    'infinity',
    '-infinity',
  ])('that is rare is read as pg reads it: %s', (text) => {
    expect(parse(text)).toEqual((parseByPg as (text: string) => unknown)(text))
  })
})
