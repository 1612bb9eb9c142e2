import { fakeFetch } from '../testing/fake-fetch'
import { followServerDate, readServerTime, withServerClock } from './server-clock'

const HOUR_MS = 3_600_000
const at = (time: string) => Date.parse(`2026-11-23T${time}Z`)
const date = 'Mon, 23 Nov 2026 12:00:10 GMT'

describe('the offset of the server’s clock', () => {
  it.each([
    ['stays 0 where the clocks agree', 0, date, at('12:00:10.100'), at('12:00:10.300'), 0],
    ['stays 0 for an answer that took long', 0, date, at('12:00:00'), at('12:00:40'), 0],
    ['stays as known while answers agree with it', 250, date, at('12:00:10.100'), at('12:00:10.300'), 250],
    [
      'grows to what a clock an hour slow needs',
      0,
      date,
      at('11:00:10.100'),
      at('11:00:10.300'),
      HOUR_MS - 300,
    ],
    ['shrinks to what a fast clock needs', 0, date, at('12:05:00'), at('12:05:01'), 10_999 - 300_000],
    ['falls below a second when the clock was set right', HOUR_MS, date, at('12:00:10'), at('12:00:10'), 999],
    ['stays without a date', 7, null, at('11:00:00'), at('11:00:00'), 7],
    ['stays with a broken date', 7, 'yesterday', at('11:00:00'), at('11:00:00'), 7],
    ['stays when the clock was set back meanwhile', 7, date, at('12:00:10'), at('11:00:10'), 7],
  ])('%s', (_name, known, header, sentAt, answeredAt, offset) => {
    expect(followServerDate(known, header, sentAt, answeredAt)).toBe(offset)
  })
})

describe('the server’s time', () => {
  const answer = async (header: string, cacheControl: string) => {
    const { fetchFn } = fakeFetch(() => ({ headers: { date: header, 'cache-control': cacheControl } }))
    await withServerClock(fetchFn)('http://desk/')
  }

  it('follows fresh answers, and no cached ones', async () => {
    const tomorrow = new Date(Date.now() + 24 * HOUR_MS)
    await answer(tomorrow.toUTCString(), 'private, max-age=60')
    expect(readServerTime().getTime() - Date.now()).toBeLessThan(HOUR_MS)
    await answer(tomorrow.toUTCString(), 'no-store')
    expect(readServerTime().getTime() - Date.now()).toBeGreaterThan(23 * HOUR_MS)
  })
})
