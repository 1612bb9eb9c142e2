import { scheduleBody } from '@balcao/contracts'

import { toMomentKey } from '../../lib/format-date'

import { isPast, listQuickPicks, toScheduleBody } from './schedule-form'

const contact = { id: 4, name: 'Helena' }

describe("a schedule's body", () => {
  it('says the chosen local time as a moment', () => {
    const moment = new Date(2026, 11, 24, 9, 5)
    expect(toMomentKey(moment)).toBe('2026-12-24T09:05')
    expect(toScheduleBody({ contact, body: 'Bom dia!', sendAt: '2026-12-24T09:05' })).toEqual({
      body: 'Bom dia!',
      contactId: 4,
      sendAt: moment.toISOString(),
    })
  })

  it.each([
    ['is what the server takes', contact, '2026-12-24T09:05', true],
    ['is refused without a time', contact, '', false],
    ['is refused without a contact', null, '2026-12-24T09:05', false],
  ])('%s', async (_name, chosen, sendAt, isValid) =>
    expect(await scheduleBody.isValid(toScheduleBody({ contact: chosen, body: 'Bom dia!', sendAt }))).toBe(
      isValid,
    ),
  )
})

describe('a time', () => {
  const now = new Date(2026, 11, 24, 9, 5, 40)
  it.each([
    ['2026-12-24T09:04', true],
    ['2026-12-24T09:05', false],
    ['2026-12-24T09:06', false],
    ['', false],
  ])('%j has passed: %s', (sendAt, passed) => expect(isPast(sendAt, now)).toBe(passed))
})

describe('quick picks', () => {
  const pick = (now: Date) => listQuickPicks(now).map(({ name, at }) => [name, toMomentKey(at)])
  it('are an hour, this evening, tomorrow and Monday', () => {
    expect(pick(new Date(2026, 11, 24, 9, 5))).toEqual([
      ['hour', '2026-12-24T10:05'],
      ['evening', '2026-12-24T18:00'],
      ['tomorrow', '2026-12-25T09:00'],
      ['monday', '2026-12-28T09:00'],
    ])
  })
  it('leave out what has passed, and Monday where it is tomorrow', () => {
    expect(pick(new Date(2026, 11, 27, 23, 30))).toEqual([
      ['hour', '2026-12-28T00:30'],
      ['tomorrow', '2026-12-28T09:00'],
    ])
  })
})
