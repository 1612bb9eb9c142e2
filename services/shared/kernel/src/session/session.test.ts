import { isSubscriptionOver } from './session'

describe('a subscription', () => {
  it.each([
    ['is not over without an end', null, '2030-01-01T00:00:00Z', false],
    ['lasts through its last day in São Paulo', '2026-03-10T12:00:00Z', '2026-03-11T02:59:59Z', false],
    ['is over when the next day begins there', '2026-03-10T12:00:00Z', '2026-03-11T03:00:00Z', true],
    ['lasts on 29 February', '2028-02-29T15:00:00Z', '2028-03-01T02:00:00Z', false],
    ['ends with the year', '2026-12-31T12:00:00Z', '2027-01-01T03:00:01Z', true],
  ])('%s', (_name, dueAt, now, isOver) => {
    expect(isSubscriptionOver(dueAt === null ? null : new Date(dueAt), new Date(now))).toBe(isOver)
  })
})
