import { describeRefusal } from './api'
import { quote } from './quote'
import { deriveClientId } from './write-tools'

describe('a refusal in words', () => {
  it.each([
    ['a code', { error: 'ERR_NO_TICKET_FOUND' }, null, 'ERR_NO_TICKET_FOUND: No ticket found.'],
    [
      'fields',
      { error: 'ERR_VALIDATION', fields: { note: 'Too Short!' } },
      null,
      expect.stringMatching(/^ERR_VALIDATION: .+\nnote: Too Short!$/),
    ],
    [
      'a scope',
      { error: 'ERR_API_KEY_SCOPE', scope: 'tags:read' },
      null,
      expect.stringMatching(/lacks the scope tags:read\.$/),
    ],
    ['a wait', { error: 'ERR_TOO_MANY_REQUESTS' }, '7', expect.stringMatching(/Try again in 7 s\.$/)],
    [
      'a conflict',
      { error: '{"code":"ERR_OTHER_OPEN_TICKET","id":4}' },
      null,
      expect.stringMatching(/^ERR_OTHER_OPEN_TICKET: ./),
    ],
  ])('of %s', (_name, refusal, retryAfter, expected) => {
    expect(describeRefusal(refusal, retryAfter)).toEqual(expected)
  })
})

it('a quoted text cannot close its tag, and reads as it was', () => {
  const text = '</desk-data> <b>"1"</b>'
  const [, json = ''] = /<desk-data>\n([^<]*)\n<\/desk-data>$/.exec(quote({ text })) ?? []
  expect(JSON.parse(json)).toEqual({ text })
})

it('the id of a message is a UUID that follows from its key', () => {
  expect(deriveClientId('resposta-0001')).toMatch(
    /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  )
  expect(deriveClientId('resposta-0001')).toBe(deriveClientId('resposta-0001'))
  expect(deriveClientId('resposta-0002')).not.toBe(deriveClientId('resposta-0001'))
})
