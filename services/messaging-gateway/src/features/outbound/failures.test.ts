import { toFailureCode, noAnswerFailure, missingTargetFailure } from './failures'

describe('a frame that the server refused', () => {
  it.each([
    ['send', 'restricted', 'ERR_WAPP_RESTRICTED'],
    ['send', 'not-on-whatsapp', 'ERR_WAPP_NOT_ON_WHATSAPP'],
    ['react', 'not-in-group', 'ERR_WAPP_NOT_IN_GROUP'],
    ['send', 'refused', 'ERR_SENDING_WAPP_MSG'],
    ['revoke', 'refused', 'ERR_DELETE_WAPP_MSG'],
    ['edit', 'refused', 'ERR_EDITING_WAPP_MSG'],
    ['react', 'refused', 'ERR_REACT_WAPP_MSG'],
  ] as const)('%s, %s is %s', (operation, refusal, code) =>
    expect(toFailureCode(operation, refusal)).toBe(code),
  )
})

describe('a frame without an answer', () => {
  it('may be a message that is there all the same', () =>
    expect(noAnswerFailure('send')).toBe('ERR_WAPP_UNCONFIRMED'))
  it('is a change that was not made', () => expect(noAnswerFailure('edit')).toBe('ERR_EDITING_WAPP_MSG'))
})

it('a change of what never was has its own name', () =>
  expect((['revoke', 'edit', 'react'] as const).map(missingTargetFailure)).toEqual([
    'ERR_DELETE_WAPP_MSG',
    'ERR_EDITING_WAPP_MSG',
    'ERR_REACT_WAPP_MSG',
  ]))
