import { forecastSending, type ForecastRules, type ForecastState } from './forecast'
import { freshLanes } from './lanes'

const now = new Date('2026-03-01T12:00:00Z')
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const HOUR = 60
const DAY = 24 * HOUR

const rules: ForecastRules = {
  perMinute: 5,
  capsByAge: [
    { fromDays: 0, newChats: 20 },
    { fromDays: 3, newChats: 40 },
  ],
  campaignsPerMinute: 20,
  campaignsPerDay: 100,
}
const state: ForecastState = {
  ...freshLanes,
  linkedAt: now,
  begunAt: [],
  campaigns: { sent: 0, firstAt: undefined },
}
const old = { ...state, linkedAt: inMinutes(-10 * DAY) }
const begun = (count: number, minutesAgo: number) =>
  Array.from({ length: count }, () => inMinutes(-minutesAgo))

describe('a forecast', () => {
  it.each([
    ['of nothing', state, { newChats: 0, known: 0 }, undefined, []],
    ['of one known chat', state, { newChats: 0, known: 1 }, inMinutes(0), []],
    ['of known chats', state, { newChats: 0, known: 21 }, inMinutes(1), []],
    [
      'of known chats in a pause',
      { ...state, pausedUntil: inMinutes(30) },
      { newChats: 0, known: 1 },
      inMinutes(30),
      [],
    ],
    ['of new chats', state, { newChats: 6, known: 0 }, inMinutes(1), [6]],
    [
      'of new chats behind the pace',
      { ...state, nextNewChatAt: inMinutes(2) },
      { newChats: 1, known: 0 },
      inMinutes(2),
      [1],
    ],
    ['of both', state, { newChats: 2, known: 40 }, inMinutes(41 / 20), [2]],
    ['of as many as the cap', state, { newChats: 20, known: 0 }, inMinutes(19 / 5), [20]],
    ['of one more than the cap', state, { newChats: 21, known: 0 }, inMinutes(DAY), [20, 1]],
    ['of an older number', old, { newChats: 40, known: 0 }, inMinutes(39 / 5), [40]],
    [
      'after what was begun today',
      { ...old, begunAt: begun(40, HOUR) },
      { newChats: 1, known: 0 },
      inMinutes(DAY - HOUR),
      [1],
    ],
    [
      'of a number whose cap grows tomorrow',
      { ...state, linkedAt: inMinutes(-3 * DAY + HOUR), begunAt: begun(20, 0) },
      { newChats: 1, known: 0 },
      inMinutes(HOUR),
      [1],
    ],
    [
      'of a number with a cap of its own',
      { ...old, perDay: 1 },
      { newChats: 3, known: 0 },
      inMinutes(2 * DAY),
      [1, 1, 1],
    ],
    [
      'of a restricted number',
      { ...old, pausedUntil: inMinutes(HOUR) },
      { newChats: 1, known: 0 },
      inMinutes(HOUR),
      [1],
    ],
    [
      'of a number without quota',
      { ...old, cappedUntil: inMinutes(2 * DAY) },
      { newChats: 1, known: 0 },
      inMinutes(2 * DAY),
      [0, 0, 1],
    ],
    [
      'of more campaign messages than their cap',
      state,
      { newChats: 0, known: 250, campaign: 250 },
      inMinutes(2 * DAY),
      [],
    ],
    [
      'of campaign messages after those of today',
      { ...state, campaigns: { sent: 100, firstAt: inMinutes(-HOUR) } },
      { newChats: 0, known: 1, campaign: 1 },
      inMinutes(DAY - HOUR),
      [],
    ],
    ['of a number that may begin none', { ...old, perDay: 0 }, { newChats: 1, known: 5 }, undefined, []],
  ] as const)('%s', (_what, from, load, doneAt, newChatsByDay) =>
    expect(forecastSending(rules, from, { campaign: 0, ...load }, now)).toEqual({ doneAt, newChatsByDay }),
  )

  it('of a large campaign takes the days that the caps leave it', () => {
    const { doneAt, newChatsByDay } = forecastSending(
      rules,
      state,
      { newChats: 200, known: 0, campaign: 0 },
      now,
    )
    expect(newChatsByDay).toEqual([20, 20, 20, 40, 40, 40, 20])
    expect(doneAt!.getTime()).toBeLessThan(inMinutes(6 * DAY + HOUR).getTime())
  })
})
