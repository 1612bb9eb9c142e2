import { scheduleBody } from '@balcao/contracts'

import { toLocalField, toScheduleBody } from './schedule-dialog'

describe("a schedule's body", () => {
  it('says the chosen local time as a moment', () => {
    const moment = new Date(2026, 11, 24, 9, 5)
    expect(toLocalField(moment)).toBe('2026-12-24T09:05')
    expect(toScheduleBody({ body: 'Bom dia!', sendAt: '2026-12-24T09:05' }, 4)).toEqual({
      body: 'Bom dia!',
      contactId: 4,
      sendAt: moment.toISOString(),
    })
  })
  it('is what the server takes', async () =>
    expect(
      await scheduleBody.isValid(toScheduleBody({ body: 'Bom dia!', sendAt: '2026-12-24T09:05' }, 4)),
    ).toBe(true))
  it('is refused without a time', async () =>
    expect(await scheduleBody.isValid(toScheduleBody({ body: 'Bom dia!', sendAt: '' }, 4))).toBe(false))
})
