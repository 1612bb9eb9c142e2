import { findCampaignWait, freshLanes, isPaused, toLanesView, nextCampaignAt, computePause } from './lanes'

const now = new Date('2026-03-01T12:00:00Z')
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const HOUR = 60
const DAY = 24 * HOUR

describe('the pace of campaigns', () => {
  it.each([
    [60, 0, 500],
    [60, 0.5, 1_000],
    [60, 1, 1_500],
    [20, 0.5, 3_000],
    [1, 0, 30_000],
  ])('of %d a minute, by chance %d, waits %d ms', (perMinute, chance, ms) =>
    expect(nextCampaignAt(perMinute, now, chance).getTime() - now.getTime()).toBe(ms),
  )

  it.each([
    ['nothing', {}, undefined],
    ['a time that has come', { nextCampaignAt: now }, undefined],
    ['the pace', { nextCampaignAt: inMinutes(1) }, inMinutes(1)],
    ['a pause', { pausedUntil: inMinutes(30), nextCampaignAt: inMinutes(-1) }, inMinutes(30)],
    ['the later of both', { pausedUntil: inMinutes(1), nextCampaignAt: inMinutes(2) }, inMinutes(2)],
  ])('waits for %s', (_what, state, until) =>
    expect(findCampaignWait({ ...freshLanes, ...state }, now)).toEqual(until),
  )
})

describe('a number that the network has restricted', () => {
  const ended = (minutesAgo: number, strikes: number) => ({
    ...freshLanes,
    pausedUntil: inMinutes(-minutesAgo),
    strikes,
  })
  it.each([
    ['for the first time', freshLanes, HOUR, 1],
    ['again within a day', ended(5, 1), 2 * HOUR, 2],
    ['for the fourth time', ended(5, 3), 8 * HOUR, 4],
    ['again and again', ended(5, 9), DAY, 10],
    ['long after the last time', ended(2 * DAY, 5), HOUR, 1],
  ])('%s pauses', (_when, state, minutes, strikes) =>
    expect(computePause(state, now)).toEqual({ until: inMinutes(minutes), strikes }),
  )

  it('waits for the end that the network names', () => {
    const paused = { ...freshLanes, pausedUntil: inMinutes(10), strikes: 2 }
    expect(computePause(paused, now, inMinutes(95))).toEqual({ until: inMinutes(95), strikes: 2 })
  })

  it('is not punished twice for frames that had left before', () => {
    const paused = { ...freshLanes, pausedUntil: inMinutes(10), strikes: 2 }
    expect(computePause(paused, now)).toEqual({ until: inMinutes(10), strikes: 2 })
  })
})

describe('what an administrator sees', () => {
  const rules = {
    perMinute: 5,
    capsByAge: [{ fromDays: 0, newChats: 20 }],
    campaignsPerMinute: 20,
    campaignsPerDay: 1_000,
    isPaced: true,
  }
  const campaigns = { sent: 1_000, firstAt: inMinutes(-HOUR), reachedAt: inMinutes(-HOUR) }
  const waiting = {
    agent: 2,
    campaign: 30,
    newChats: 3,
    begunAt: [now],
    campaigns: { sent: 0, firstAt: undefined, reachedAt: undefined },
  }

  it('is the pace of the configuration, until another one is set', () => {
    expect(toLanesView(freshLanes, waiting, rules, now)).toMatchObject({
      waitingAgent: 2,
      waitingCampaign: 30,
      perMinute: 20,
      pausedUntil: undefined,
      lastFailure: undefined,
      newChats: { waiting: 3, begun: 1, cap: 20, perDay: null, hold: undefined, quota: undefined },
      doneAt: inMinutes(31 / 20),
    })
    expect(toLanesView(freshLanes, { ...waiting, campaigns }, rules, now).campaigns).toEqual({
      sent: 1_000,
      cap: 1_000,
      perDay: null,
      heldUntil: inMinutes(DAY - HOUR),
    })
    expect(toLanesView({ ...freshLanes, campaignsPerDay: 0 }, waiting, rules, now).campaigns).toMatchObject({
      cap: 0,
      heldUntil: inMinutes(DAY),
    })
    expect(toLanesView({ ...freshLanes, perMinute: 5 }, waiting, rules, now).perMinute).toBe(5)
    expect(toLanesView({ ...freshLanes, perDay: 7 }, waiting, rules, now).newChats.cap).toBe(7)
  })

  it('is Meta’s limit of an official number, and when it lets the rest go', () => {
    const official = { ...freshLanes, perDay: 7, quota: { total: 50, used: 49 } }
    const begunAt = Array.from({ length: 49 }, () => inMinutes(-HOUR))
    const own = { ...rules, isPaced: false, campaignsPerDay: 1, campaignsPerMinute: 60 }
    expect(toLanesView(official, { ...waiting, begunAt }, own, now)).toMatchObject({
      newChats: { cap: 50, quota: { total: 50, used: 49 } },
      doneAt: inMinutes(DAY - HOUR + 1 / 60),
    })
    const unlimited = { ...official, quota: undefined }
    expect(toLanesView(unlimited, { ...waiting, begunAt }, own, now).doneAt).toEqual(inMinutes(31 / 60))
  })

  it('has a pause and a hold only while they last', () => {
    const announcedHold = { why: 'restricted' as const, until: inMinutes(1) }
    const state = { ...freshLanes, pausedUntil: inMinutes(1), announcedHold }
    expect(toLanesView(state, waiting, rules, now).pausedUntil).toEqual(inMinutes(1))
    expect(toLanesView(state, waiting, rules, now).newChats.hold).toEqual(announcedHold)
    expect(toLanesView(state, waiting, rules, inMinutes(1)).pausedUntil).toBeUndefined()
    expect(toLanesView(state, waiting, rules, inMinutes(1)).newChats.hold).toBeUndefined()
    expect(isPaused(state, inMinutes(1))).toBe(false)
  })
})
