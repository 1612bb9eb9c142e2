import { findAccountHold, findCapHold, computeNewChatCap, nextNewChatAt, parseCaps } from './new-chats'

const now = new Date('2026-10-31T12:00:00Z')
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
const DAY = 24
const capsByAge = [
  { fromDays: 0, newChats: 20 },
  { fromDays: 3, newChats: 40 },
  { fromDays: 30, newChats: 250 },
]

describe('the cap of a number', () => {
  it.each([
    ['was never connected', undefined, null, 20],
    ['is new', inHours(0), null, 20],
    ['is almost three days old', inHours(-3 * DAY + 1), null, 20],
    ['is three days old', inHours(-3 * DAY), null, 40],
    ['is a year old', inHours(-365 * DAY), null, 250],
    ['has one of its own', inHours(-365 * DAY), 7, 7],
    ['may begin none', inHours(0), 0, 0],
  ])('that %s', (_who, linkedAt, perDay, cap) =>
    expect(computeNewChatCap({ capsByAge }, { linkedAt, perDay }, now)).toBe(cap),
  )

  it.each([
    ['nothing was begun', 2, [], undefined],
    ['there is room', 2, [inHours(-1)], undefined],
    ['it is used up', 2, [inHours(-1), inHours(-2)], inHours(22)],
    ['the oldest is a day old', 2, [inHours(-1), inHours(-24)], undefined],
    ['it was lowered meanwhile', 1, [inHours(-1), inHours(-2)], inHours(23)],
    ['it is 0', 0, [], inHours(24)],
  ])('lets chats begin when %s', (_when, cap, begunAt, until) =>
    expect(findCapHold(cap, begunAt, now)).toEqual(until && { why: 'day-cap', until }),
  )

  it('counts 24 hours where the clocks are changed, too', () => {
    const evening = new Date('2026-10-31T23:30:00-04:00')
    const nextDay = new Date('2026-11-01T22:00:00-05:00')
    expect(findCapHold(1, [evening], nextDay)?.until).toEqual(new Date(evening.getTime() + 24 * 3_600_000))
  })
})

it.each([
  [5, 0, 15_000],
  [5, 0.5, 12_000],
  [5, 1, 10_000],
  [1, 0.5, 60_000],
])('%d new chats a minute, by chance %d: the next one after %d ms', (perMinute, chance, ms) =>
  expect(nextNewChatAt(perMinute, now, chance).getTime() - now.getTime()).toBe(ms),
)

describe('what WhatsApp holds new chats for', () => {
  it.each([
    ['nothing', undefined, undefined, undefined],
    ['what is over', now, inHours(-1), undefined],
    ['a restriction', inHours(2), undefined, { why: 'restricted', until: inHours(2) }],
    ['its quota', undefined, inHours(3), { why: 'account-cap', until: inHours(3) }],
    ['both, until the later', inHours(2), inHours(3), { why: 'account-cap', until: inHours(3) }],
    ['both, until the later', inHours(4), inHours(3), { why: 'restricted', until: inHours(4) }],
  ])('is %s', (_what, pausedUntil, cappedUntil, hold) =>
    expect(findAccountHold({ pausedUntil, cappedUntil }, now)).toEqual(hold),
  )
})

it.each([
  ['0:20', [{ fromDays: 0, newChats: 20 }]],
  [
    '0:20, 3:40',
    [
      { fromDays: 0, newChats: 20 },
      { fromDays: 3, newChats: 40 },
    ],
  ],
  ['', []],
  ['20', []],
  ['1:20', []],
  ['0:20,3:40,3:50', []],
  ['0:20,x', []],
])('caps written as "%s"', (text, caps) => expect(parseCaps(text)).toEqual(caps))
