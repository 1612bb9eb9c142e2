import { companyId, contactId, scheduleId, userId, type ErrorCode } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

import {
  assertDeletable,
  changeSchedule,
  claimSchedule,
  isSameClaim,
  markFailed,
  markSent,
  buildSchedule,
  buildSendKey,
  type Schedule,
} from './schedule'
import { parseSendAt } from './send-at'

const now = new Date('2026-11-20T15:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const draft = {
  companyId: companyId(1),
  body: 'Olá',
  sendAt: now,
  contactId: contactId(5),
  contactName: 'Carla',
  contactAsOf: null,
  userId: userId(2),
  userName: 'Ana',
}
const schedule = (over: Partial<Schedule> = {}): Schedule => ({
  ...buildSchedule(draft, later(-60)),
  id: scheduleId(7),
  ...over,
})

describe('a schedule', () => {
  it('is claimed when due, not before, and not once it is over', () => {
    expect(claimSchedule(schedule(), later(-1))).toBeUndefined()
    expect(claimSchedule(schedule(), now)).toMatchObject({ state: 'sending', claimedAt: now })
    expect(claimSchedule(schedule({ state: 'sending' }), now)).toMatchObject({ state: 'sending' })
    for (const state of ['sent', 'failed'] as const)
      expect(claimSchedule(schedule({ state }), later(60))).toBeUndefined()
  })

  it('is sent under one name, whenever it is tried', () => {
    expect(buildSendKey(schedule())).toBe('schedule:7:2026-11-20T15:00:00.000Z')
    expect(buildSendKey(schedule({ attempts: 3, dueAt: later(60) }))).toBe(buildSendKey(schedule()))
  })

  it('may change until it is handed over, and after an error', () => {
    const change = { body: 'Nova', sendAt: later(60), contactId: contactId(6), contactName: 'Davi' }
    expect(changeSchedule(schedule(), change, now)).toMatchObject({
      ...change,
      state: 'pending',
      dueAt: later(60),
    })
    const failed = schedule({ state: 'failed', failure: 'ERR_NO_DEF_WAPP_FOUND', attempts: 2 })
    expect(changeSchedule(failed, change, now)).toMatchObject({ state: 'pending', failure: '', attempts: 0 })
    for (const state of ['sent', 'sending'] as const) {
      expect(() => changeSchedule(schedule({ state }), change, now)).toThrow('ERR_SCHEDULE_ALREADY_SENT')
    }
  })

  it('may be deleted but in the moment it is handed over', () => {
    const inFlight = schedule({ state: 'sending', claimedAt: now })
    expect(() => assertDeletable(inFlight, later(14))).toThrow('ERR_SCHEDULE_ALREADY_SENT')
    expect(() => assertDeletable(inFlight, later(15))).not.toThrow()
    expect(() => assertDeletable(schedule({ state: 'sending' }), now)).not.toThrow()
    expect(() => assertDeletable(schedule({ state: 'sent' }), now)).not.toThrow()
  })

  it('that was edited or settled meanwhile is another one', () => {
    const claimed = schedule({ state: 'sending' })
    expect(isSameClaim(claimed, claimed)).toBe(true)
    expect(isSameClaim(markSent(claimed, now), claimed)).toBe(false)
    expect(isSameClaim({ ...claimed, sendAt: later(1) }, claimed)).toBe(false)
  })

  it.each<[ErrorCode, string]>([
    ['ERR_NO_CONTACT_FOUND', 'failed'],
    ['ERR_NO_DEF_WAPP_FOUND', 'pending'],
    ['ERR_WAPP_NOT_INITIALIZED', 'pending'],
    ['ERR_WAPP_INVALID_CONTACT', 'failed'],
    ['ERR_PLAN_FEATURE_DISABLED', 'failed'],
    ['ERR_SUBSCRIPTION_EXPIRED', 'failed'],
    ['ERR_VALIDATION', 'failed'],
    ['ERR_UNAVAILABLE', 'sending'],
    ['ERR_DEADLINE', 'sending'],
    ['ERR_TOO_MANY_REQUESTS', 'sending'],
    ['ERR_INTERNAL', 'sending'],
  ])('after %s is %s', (code, state) => {
    expect(markFailed(schedule({ state: 'sending' }), new AppError(code), now).state).toBe(state)
  })

  it('waits longer after each try, five minutes at most, for as long as tickets is away', () => {
    const waits: number[] = []
    let tried = schedule({ state: 'sending' })
    for (let index = 0; index < 12; index += 1) {
      tried = markFailed(tried, new AppError('ERR_UNAVAILABLE'), now)
      waits.push((tried.dueAt.getTime() - now.getTime()) / 1_000)
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300, 300])
    expect(tried.state).toBe('sending')
  })

  it('waits about an hour for a session, then gives up', () => {
    const error = new AppError('ERR_NO_DEF_WAPP_FOUND')
    expect(markFailed(schedule({ state: 'sending', attempts: 18 }), error, now).state).toBe('pending')
    expect(markFailed(schedule({ state: 'sending', attempts: 19 }), error, now)).toMatchObject({
      state: 'failed',
      failure: 'ERR_NO_DEF_WAPP_FOUND',
    })
  })

  it('gives up on a fault that stays', () => {
    expect(
      markFailed(schedule({ state: 'sending', attempts: 7 }), new AppError('ERR_INTERNAL'), now),
    ).toMatchObject({ state: 'failed', failure: 'ERR_INTERNAL' })
  })
})

describe('the time of a schedule', () => {
  it.each([
    ['2026-11-20T15:00:00Z', '2026-11-20T15:00:00.000Z'],
    ['2026-11-20T15:00:00.5+02:00', '2026-11-20T13:00:00.500Z'],
    ['2026-11-20 12:00', '2026-11-20T15:00:00.000Z'],
    ['2026-11-20 12:00:30', '2026-11-20T15:00:30.000Z'],
    ['2026-11-20T12:00', '2026-11-20T15:00:00.000Z'],
    ['2028-02-29 00:00', '2028-02-29T03:00:00.000Z'],
  ])('%s is %s', (text, iso) => {
    expect(parseSendAt(text, 'America/Sao_Paulo')?.toISOString()).toBe(iso)
  })

  it('without an offset is the company’s', () =>
    expect(parseSendAt('2026-11-20 12:00', 'America/Manaus')?.toISOString()).toBe('2026-11-20T16:00:00.000Z'))

  it.each([
    '2026-02-31 10:00',
    '2026-13-01 10:00',
    '2026-11-20 24:00',
    '2026-11-20 10:60',
    '2026-11-20T10:00:00+99:00',
    '0001-01-01 00:00',
    '9999-01-01 00:00',
    'x',
    '',
  ])('%s is none', (text) => expect(parseSendAt(text, 'America/Sao_Paulo')).toBeUndefined())
})
