import { withoutFailedTries } from './session-tries'

const record = (sessions: Record<string, [used: number, state: string]>) => ({
  version: 'v1',
  _sessions: Object.fromEntries(
    Object.entries(sessions).map(([key, [used, state]]) => [key, { indexInfo: { used }, state }]),
  ),
})

describe('a record of sessions after a message was decrypted', () => {
  it.each([
    ['one session', { a: [1, 'a0'] }, { a: [2, 'a1'] }, { a: [2, 'a1'] }],
    [
      'the old session, after the new one was tried',
      { a: [1, 'a0'], b: [5, 'b0'] },
      { a: [6, 'a1'], b: [5, 'spoilt'] },
      { a: [6, 'a1'], b: [5, 'b0'] },
    ],
    [
      'the new session, after which one was dropped for good',
      { a: [1, 'a0'], b: [5, 'b0'] },
      { b: [6, 'b1'] },
      { b: [6, 'b1'] },
    ],
    ['no session that could be told', { a: [1, 'a0'] }, { a: [1, 'a1'] }, { a: [1, 'a1'] }],
    ['a session that is new', {}, { a: [1, 'a1'] }, { a: [1, 'a1'] }],
  ] as const)('keeps what changed in %s', (_name, before, after, wanted) => {
    type Sessions = Parameters<typeof record>[0]
    const mended = withoutFailedTries(record(before as never as Sessions), record(after as never as Sessions))
    expect(mended).toEqual(record(wanted as never as Sessions))
  })
})
