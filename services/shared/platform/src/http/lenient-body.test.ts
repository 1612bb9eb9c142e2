import { array, object, text } from '@balcao/contracts'

import { IgnoredFields } from './ignored-fields'
import { validateBody, ValidationFailed } from './validate'

const day = object({
  start: text(5).defined().meta({ also: 'startA' }),
}).meta({ refused: ['startB', 'constructor'] })
const week = object({ days: array(day).required() })

async function read(days: unknown[], ignored?: IgnoredFields) {
  try {
    return await validateBody(week, { days }, ignored)
  } catch (error) {
    if (error instanceof ValidationFailed) return error.fields
    throw error
  }
}

describe('a field that another edition names otherwise', () => {
  it('is read under that name, which wins over a value that a page only sends back', async () => {
    const ignored = new IgnoredFields()
    expect(await read([{ startA: '08:00' }, { start: '09:00', startA: '' }], ignored)).toEqual({
      days: [{ start: '08:00' }, { start: '' }],
    })
    expect(ignored.text).toBeUndefined()
  })

  it('has one name in a strict reading', async () => {
    expect(await read([{ start: '08:00', startA: '09:00' }])).toEqual({ 'days.0.startA': 'unknown field' })
  })
})

describe('a field of another edition for what does not exist here', () => {
  it.each([{ startB: '13:00' }, { startB: [] }, { startB: 0 }])('is refused by name: %j', async (more) => {
    expect(await read([{ start: '08:00', ...more }], new IgnoredFields())).toEqual({
      'days.0.startB': 'unknown field',
    })
  })

  it.each([{ startB: '' }, { startB: null }])('is ignored while it is empty: %j', async (more) => {
    const ignored = new IgnoredFields()
    expect(await read([{ start: '08:00', ...more }], ignored)).toEqual({ days: [{ start: '08:00' }] })
    expect(ignored.text).toBe('days.startB')
  })

  it('makes no name of a prototype readable', async () => {
    expect(await read([JSON.parse('{"start":"08:00","constructor":""}')], new IgnoredFields())).toEqual({
      'days.0.constructor': 'unknown field',
    })
  })
})
