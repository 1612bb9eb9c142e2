import { messageKinds } from '../http/tickets.routes'
import { canForward, isShownForwarded } from './forwarding'

const message = { kind: 'chat' as const, isDeleted: false, mediaState: null, marks: [] }

describe('a message can be forwarded', () => {
  it('when it has content of its own', () => {
    expect(messageKinds.filter((kind) => !canForward({ ...message, kind }))).toEqual([
      'call_log',
      'unsupported',
      'placeholder',
      'phoneOnly',
      'numberChanged',
    ])
  })

  it.each([
    ['deleted', { isDeleted: true }],
    ['without its file yet', { mediaState: 'pending' as const }],
    ['whose file could not be had', { mediaState: 'gone' as const }],
    ['to be seen once', { marks: ['viewOnce' as const] }],
  ])('but not one %s', (_name, fields) => {
    expect(canForward({ ...message, ...fields })).toBe(false)
  })
})

it.each([
  ["the customer's words", { fromMe: false, marks: [] }, true],
  ['our own words', { fromMe: true, marks: [] }, false],
  ['what we had forwarded ourselves', { fromMe: true, marks: ['forwarded' as const] }, true],
])('%s', (_name, facts, isForwarded) => {
  expect(isShownForwarded(facts)).toBe(isForwarded)
})
