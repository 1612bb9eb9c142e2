import { toSessionClosed } from './close-reason'

const now = new Date('2026-03-01T12:00:00Z')
const ended = (statusCode: number, data?: unknown) => toSessionClosed({ output: { statusCode }, data }, now)

describe('a socket that ended', () => {
  it('is read by the table of close reasons', () => {
    expect(ended(401)).toEqual({ kind: 'closed', reason: 'logged-out' })
    expect(ended(403)).toEqual({ kind: 'closed', reason: 'banned' })
    expect(toSessionClosed(undefined, now)).toEqual({ kind: 'closed', reason: 'lost' })
  })

  it.each([
    [{ reason: '402', code: '101', expire: '3600' }, new Date('2026-03-01T13:00:00Z')],
    [{ reason: '402', code: '101' }, undefined],
    [{ reason: '402', expire: 'soon' }, undefined],
    [undefined, undefined],
  ])('by a ban with %j ends at %s', (data, until) => {
    expect(ended(402, data)).toEqual({ kind: 'closed', reason: 'temporarily-banned', until })
  })
})
