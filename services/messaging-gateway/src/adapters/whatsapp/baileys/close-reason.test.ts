import { closeReasonOf } from './close-reason'

describe('a socket that ended', () => {
  it.each([
    [401, 'Connection Failure', 'logged-out'],
    [403, 'Connection Failure', 'refused'],
    [411, 'Multi-device beta not joined', 'refused'],
    [440, 'Stream Errored (conflict)', 'replaced'],
    [515, 'Stream Errored (restart required)', 'restart-required'],
    [408, 'QR refs attempts ended', 'qr-expired'],
    [408, 'Connection was lost', 'lost'],
    [428, 'Connection Closed', 'lost'],
    [500, 'Stream Errored (bad session)', 'lost'],
    [503, 'Connection Failure', 'lost'],
    [0, '', 'lost'],
  ] as const)('with %i (%s) is %s', (statusCode, message, reason) =>
    expect(closeReasonOf(statusCode, message)).toBe(reason),
  )
})
