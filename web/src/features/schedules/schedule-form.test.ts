import { scheduleBody, type ScheduleView } from '@balcao/contracts'

import { toMomentKey } from '../../lib/format-date'

import { isPast, listQuickPicks, noText, toScheduleBody, toScheduleValues } from './schedule-form'

const contact = { id: 4, name: 'Helena' }

describe("a schedule's body", () => {
  it('says the chosen local time as a moment', () => {
    const moment = new Date(2026, 11, 24, 9, 5)
    expect(toMomentKey(moment)).toBe('2026-12-24T09:05')
    const values = { ...noText, contact, body: 'Bom dia!', sendAt: '2026-12-24T09:05' }
    expect(toScheduleBody(values)).toEqual({
      body: 'Bom dia!',
      template: null,
      contactId: 4,
      sendAt: moment.toISOString(),
    })
  })

  it.each([
    ['is what the server takes', contact, '2026-12-24T09:05', true],
    ['is refused without a time', contact, '', false],
    ['is refused without a contact', null, '2026-12-24T09:05', false],
  ])('%s', async (_name, chosen, sendAt, isValid) => {
    const body = toScheduleBody({ ...noText, contact: chosen, body: 'Bom dia!', sendAt })
    expect(await scheduleBody.isValid(body)).toBe(isValid)
  })

  it('is a template of its connection in place of the text, and the form of its answer', () => {
    const values = {
      contact,
      sendAt: '2026-12-24T09:05',
      body: '',
      whatsappId: 3,
      template: {
        name: 'oferta',
        language: 'pt_BR',
        parts: ['body', 'button'] as const,
        fileFormat: 'IMAGE',
      },
      file: null,
      storedFile: 'vitrine.png',
      value0: '{{firstName}}',
      value1: 'x',
    }
    const body = toScheduleBody(values)
    const template = {
      name: 'oferta',
      language: 'pt_BR',
      header: [],
      body: ['{{firstName}}'],
      buttons: ['x'],
    }
    expect(body).toEqual({ whatsappId: 3, template, contactId: 4, sendAt: expect.any(String) })
    const view = {
      ...body,
      contact,
      body: 'Olá, {{firstName}}!',
      template: { ...template, text: '', fileFormat: 'IMAGE' },
      mediaName: 'vitrine.png',
    }
    expect(toScheduleValues(view as unknown as ScheduleView)).toEqual(values)
  })
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
