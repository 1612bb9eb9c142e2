import { failureOf, unanswered, withoutTarget } from './failures'

describe('a frame that the server refused', () => {
  it.each([
    ['send', 'restricted', 'ERR_WAPP_RESTRICTED'],
    ['send', 'not-on-whatsapp', 'ERR_WAPP_NOT_ON_WHATSAPP'],
    ['react', 'not-in-group', 'ERR_WAPP_NOT_IN_GROUP'],
    ['send', 'refused', 'ERR_SENDING_WAPP_MSG'],
    ['revoke', 'refused', 'ERR_DELETE_WAPP_MSG'],
    ['edit', 'refused', 'ERR_EDITING_WAPP_MSG'],
    ['react', 'refused', 'ERR_REACT_WAPP_MSG'],
  ] as const)('%s, %s is %s', (operation, refusal, code) => expect(failureOf(operation, refusal)).toBe(code))
})

describe('a frame that nobody answered', () => {
  it('may be a message that is there all the same', () =>
    expect(unanswered('send')).toBe('ERR_WAPP_UNCONFIRMED'))
  it('is a change that was not made', () => expect(unanswered('edit')).toBe('ERR_EDITING_WAPP_MSG'))
})

it('a change of what never was has its own name', () =>
  expect((['revoke', 'edit', 'react'] as const).map(withoutTarget)).toEqual([
    'ERR_DELETE_WAPP_MSG',
    'ERR_EDITING_WAPP_MSG',
    'ERR_REACT_WAPP_MSG',
  ]))
