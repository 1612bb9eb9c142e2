import { readSessionInfo } from './session-info'

const info = (event: string, data?: object) => ({ type: 'WA_EMBEDDED_SIGNUP', event, data })
const end = (why: string, rest: object = {}) => ({ kind: 'end', end: { why, ...rest } })
const ids = { phone_number_id: '106540352242922', waba_id: '524126980791429', business_id: '27290' }
const number = { kind: 'number', phoneNumberId: '106540352242922', businessAccountId: '524126980791429' }

describe('what Meta’s dialog says', () => {
  it.each([
    ['a number', info('FINISH', ids), number],
    ['a number, as text', JSON.stringify(info('FINISH', ids)), number],
    ['a number of the app on a phone', info('FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING', ids), number],
    [
      'a number of the app on a phone, by its account',
      info('FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING', { waba_id: '524126980791429' }),
      { ...number, phoneNumberId: '' },
    ],
    ['an account without a number', info('FINISH_ONLY_WABA', { waba_id: '5' }), end('noNumber')],
    ['a screen where it was left', info('CANCEL', { current_step: 'PHONE_NUMBER_SETUP' }), end('cancelled')],
    ['an error', info('CANCEL', { error_message: 'No.' }), end('failed', { message: 'No.' })],
    ['an error of another form', info('ERROR'), end('cancelled')],
    [
      'a long error',
      info('ERROR', { error_message: 'x'.repeat(900) }),
      end('failed', { message: 'x'.repeat(300) }),
    ],
  ])('is %s', (_name, message, expected) => expect(readSessionInfo(message)).toEqual(expected))

  it.each([
    ['text', 'cb=f1'],
    ['nothing', undefined],
    ['another type', { ...info('FINISH', ids), type: 'other' }],
    ['another event', info('PROGRESS', ids)],
    ['ids that are no text', null],
  ])('is not %s', (_name, message) => expect(readSessionInfo(message)).toBeUndefined())
})
