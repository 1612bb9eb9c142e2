import { closeTable, type EndReason } from '../whatsapp-driver'
import { afterClose, FAILURES_BEFORE_ASKING, isWorthWaitingFor } from './after-close'

const now = new Date('2026-03-01T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const once = { failures: 1, replacedAt: [now], until: undefined, hasNewVersion: false }
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const rows: readonly (readonly [EndReason, object])[] = [
  ['logged-out', { kind: 'rest', forget: true, status: 'DISCONNECTED', says: 'logged-out' }],
  ['banned', { kind: 'rest', forget: true, status: 'DISCONNECTED', says: 'banned' }],
  [
    'multidevice-mismatch',
    { kind: 'rest', forget: true, status: 'DISCONNECTED', says: 'multidevice-mismatch' },
  ],
  ['passkey-required', { kind: 'rest', forget: false, status: 'DISCONNECTED', says: 'passkey-required' }],
  ['qr-expired', { kind: 'rest', forget: false, status: 'DISCONNECTED', says: 'qr-expired' }],
  [
    'temporarily-banned',
    { kind: 'connect', delayMs: 24 * HOUR + MINUTE, status: 'DISCONNECTED', says: 'temporarily-banned' },
  ],
  ['outdated', { kind: 'connect', delayMs: 5 * MINUTE, status: 'DISCONNECTED', says: 'outdated' }],
  ['restart-required', { kind: 'connect', delayMs: 0, newEpoch: false, status: 'OPENING', says: undefined }],
  ['replaced', { kind: 'connect', delayMs: 0, newEpoch: true, status: 'OPENING', says: 'replaced' }],
  ['lost', { kind: 'connect', delayMs: 500, newEpoch: false, status: 'OPENING', says: 'lost' }],
  [
    'bad-session',
    { kind: 'connect', delayMs: 2_500, newEpoch: false, status: 'OPENING', says: 'bad-session' },
  ],
  ['failed', { kind: 'connect', delayMs: 500, newEpoch: false, status: 'OPENING', says: 'failed' }],
]

describe('a session that ended', () => {
  it('has a test for every row of the table', () =>
    expect(rows.map(([reason]) => reason).toSorted()).toEqual(Object.keys(closeTable).toSorted()))

  it.each(rows)('because it was %s does this next', (reason, step) => {
    expect(afterClose(reason, once, now, 0)).toMatchObject(step)
  })

  it('waits longer after each failure, never beyond five minutes', () => {
    const delays = [1, 2, 3, 4, 30].map((failures) => afterClose('lost', { ...once, failures }, now, 1))
    expect(delays).toMatchObject([1_000, 2_000, 4_000, 8_000, 300_000].map((delayMs) => ({ delayMs })))
    expect(afterClose('lost', { ...once, failures: 30 }, now, 0)).toMatchObject({ delayMs: 150_000 })
  })

  it.each(['lost', 'bad-session', 'failed', 'restart-required'] as const)(
    'again and again (%s) is shown as disconnected, with words, while it is tried further',
    (reason) => {
      const history = { ...once, failures: FAILURES_BEFORE_ASKING }
      const step = afterClose(reason, history, now, 1)
      expect(step).toMatchObject({ kind: 'connect', status: 'DISCONNECTED' })
      expect(step.says).toBeDefined()
      expect(isWorthWaitingFor(step)).toBe(true)
      expect(afterClose(reason, { ...history, failures: history.failures - 1 }, now, 1)).toMatchObject({
        status: 'OPENING',
      })
    },
  )

  it('for a ban comes back a minute or two after its end, not before', () => {
    const until = new Date(now.getTime() + HOUR)
    const delayAt = (chance: number) => afterClose('temporarily-banned', { ...once, until }, now, chance)
    expect([0, 1].map(delayAt)).toMatchObject([{ delayMs: 61 * MINUTE }, { delayMs: 62 * MINUTE }])
    const over = { ...once, until: ago(HOUR) }
    expect(afterClose('temporarily-banned', over, now, 0)).toMatchObject({ delayMs: MINUTE })
  })

  it('as outdated comes back at once with a newer version, and else every hour at last', () => {
    const renewed = { ...once, hasNewVersion: true }
    expect(afterClose('outdated', renewed, now, 1)).toMatchObject({ delayMs: 0 })
    expect(afterClose('outdated', { ...renewed, failures: 2 }, now, 1)).toMatchObject({ delayMs: 0 })
    expect(afterClose('outdated', { ...once, failures: 2 }, now, 1)).toMatchObject({ delayMs: 20 * MINUTE })
    expect(afterClose('outdated', { ...once, failures: 20 }, now, 1)).toMatchObject({ delayMs: HOUR })
  })

  it('asks a person after three other clients in ten minutes', () => {
    const twice = { ...once, replacedAt: [ago(11 * MINUTE), ago(9 * MINUTE), now] }
    expect(afterClose('replaced', twice, now, 0)).toMatchObject({ kind: 'connect', newEpoch: true })
    const thrice = { ...once, replacedAt: [ago(9 * MINUTE), ago(1_000), now] }
    expect(afterClose('replaced', thrice, now, 0)).toEqual({
      kind: 'rest',
      forget: false,
      status: 'DISCONNECTED',
      says: 'held-elsewhere',
    })
  })
})
