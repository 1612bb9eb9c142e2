import { parseTicketId, splitAck } from './client-events'
import { createEventRate } from './event-rate'
import { isOriginAllowed } from './origin-policy'

const host = 'desk.example.com'
const from = (origin?: string, fetchSite?: string) =>
  isOriginAllowed({ origin, host, fetchSite }, ['https://app.example.org'])

describe('an origin', () => {
  it.each(['https://desk.example.com', 'http://desk.example.com', 'https://app.example.org'])(
    '%s is ours',
    (origin) => {
      expect(from(origin)).toBe(true)
    },
  )

  it.each([
    'https://evil.example',
    'null',
    '',
    'https://desk.example.com.evil.example',
    'https://desk.example.com:444',
    'file://',
    'https://app.example.org/x',
    'https://evil.example/desk.example.com',
    'https://desk.example.com@evil.example',
  ])('%s is not', (origin) => {
    expect(from(origin)).toBe(false)
  })

  it('may be missing for a program and for our own page, not for another site’s', () => {
    expect(from(undefined)).toBe(true)
    expect(from(undefined, 'same-origin')).toBe(true)
    for (const site of ['cross-site', 'same-site', 'none']) expect(from(undefined, site)).toBe(false)
  })
})

describe('a ticket id from a client', () => {
  it.each([
    [7, 7],
    ['7', 7],
    ['3000000000', 3_000_000_000],
    [9_007_199_254_740_991, 9_007_199_254_740_991],
  ])('%p is read as %p', (given, read) => {
    expect(parseTicketId(given)).toBe(read)
  })

  it.each([
    0,
    -1,
    1.5,
    NaN,
    Infinity,
    '07',
    ' 7',
    '1e3',
    '',
    null,
    undefined,
    {},
    [7],
    true,
    '9007199254740992',
    9_007_199_254_740_992,
    'company:2:admins',
  ])('%p is refused', (given) => expect(parseTicketId(given)).toBeUndefined())
})

describe('events of one socket', () => {
  it('fit fifty to a second, and start over in the next', () => {
    const fits = createEventRate()
    const inFirst = Array.from({ length: 51 }, (_value, index) => fits(1_000 + index))
    expect(inFirst.filter(Boolean)).toHaveLength(50)
    expect(fits(2_000)).toBe(true)
  })
})

it('takes the acknowledgement only from the end', () => {
  const ack = () => undefined
  expect(splitAck([1, ack]).args).toEqual([1])
  expect(splitAck([ack, 1])).toEqual({ args: [ack, 1], ack: undefined })
  expect(splitAck([])).toEqual({ args: [], ack: undefined })
})
