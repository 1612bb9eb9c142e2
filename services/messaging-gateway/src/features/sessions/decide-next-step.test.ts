import { closeTable, type EndReason } from '../whatsapp-driver'
import { decideNextStep, FAILURES_BEFORE_ASKING, isLongWait } from './decide-next-step'

const now = new Date('2026-03-01T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const once = { failures: 1, replacedAt: [now], until: undefined, hasNewVersion: false }
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const rows: readonly (readonly [EndReason, object])[] = [
  ['logged-out', { kind: 'stay-closed', forget: true, status: 'DISCONNECTED', shownReason: 'logged-out' }],
  ['banned', { kind: 'stay-closed', forget: true, status: 'DISCONNECTED', shownReason: 'banned' }],
  [
    'multidevice-mismatch',
    { kind: 'stay-closed', forget: true, status: 'DISCONNECTED', shownReason: 'multidevice-mismatch' },
  ],
  [
    'passkey-required',
    { kind: 'stay-closed', forget: false, status: 'DISCONNECTED', shownReason: 'passkey-required' },
  ],
  [
    'credentials-refused',
    { kind: 'stay-closed', forget: false, status: 'DISCONNECTED', shownReason: 'credentials-refused' },
  ],
  ['qr-expired', { kind: 'stay-closed', forget: false, status: 'DISCONNECTED', shownReason: 'qr-expired' }],
  [
    'temporarily-banned',
    {
      kind: 'connect',
      delayMs: 24 * HOUR + MINUTE,
      status: 'DISCONNECTED',
      shownReason: 'temporarily-banned',
    },
  ],
  ['outdated', { kind: 'connect', delayMs: 5 * MINUTE, status: 'DISCONNECTED', shownReason: 'outdated' }],
  [
    'restart-required',
    { kind: 'connect', delayMs: 0, newEpoch: false, status: 'OPENING', shownReason: undefined },
  ],
  ['replaced', { kind: 'connect', delayMs: 0, newEpoch: true, status: 'OPENING', shownReason: 'replaced' }],
  ['lost', { kind: 'connect', delayMs: 500, newEpoch: false, status: 'OPENING', shownReason: 'lost' }],
  [
    'bad-session',
    { kind: 'connect', delayMs: 2_500, newEpoch: false, status: 'OPENING', shownReason: 'bad-session' },
  ],
  ['failed', { kind: 'connect', delayMs: 500, newEpoch: false, status: 'OPENING', shownReason: 'failed' }],
]

describe('the next step after a session ended', () => {
  it('has a test for every row of the table', () =>
    expect(rows.map(([reason]) => reason).toSorted()).toEqual(Object.keys(closeTable).toSorted()))

  it.each(rows)('is by its row: %s', (reason, step) => {
    expect(decideNextStep(reason, once, now, 0)).toMatchObject(step)
  })

  it('waits longer after each failure, never beyond five minutes', () => {
    const delays = [1, 2, 3, 4, 30].map((failures) => decideNextStep('lost', { ...once, failures }, now, 1))
    expect(delays).toMatchObject([1_000, 2_000, 4_000, 8_000, 300_000].map((delayMs) => ({ delayMs })))
    expect(decideNextStep('lost', { ...once, failures: 30 }, now, 0)).toMatchObject({ delayMs: 150_000 })
  })

  it.each(['lost', 'bad-session', 'failed', 'restart-required'] as const)(
    'again and again (%s) is shown as disconnected, with words, while it is tried further',
    (reason) => {
      const history = { ...once, failures: FAILURES_BEFORE_ASKING }
      const step = decideNextStep(reason, history, now, 1)
      expect(step).toMatchObject({ kind: 'connect', status: 'DISCONNECTED' })
      expect(step.shownReason).toBeDefined()
      expect(isLongWait(step)).toBe(true)
      expect(decideNextStep(reason, { ...history, failures: history.failures - 1 }, now, 1)).toMatchObject({
        status: 'OPENING',
      })
    },
  )

  it('for a ban comes back a minute or two after its end, not before', () => {
    const until = new Date(now.getTime() + HOUR)
    const delayAt = (chance: number) => decideNextStep('temporarily-banned', { ...once, until }, now, chance)
    expect([0, 1].map(delayAt)).toMatchObject([{ delayMs: 61 * MINUTE }, { delayMs: 62 * MINUTE }])
    const over = { ...once, until: ago(HOUR) }
    expect(decideNextStep('temporarily-banned', over, now, 0)).toMatchObject({ delayMs: MINUTE })
  })

  it('as outdated comes back at once with a newer version, and else every hour at last', () => {
    const renewed = { ...once, hasNewVersion: true }
    expect(decideNextStep('outdated', renewed, now, 1)).toMatchObject({ delayMs: 0 })
    expect(decideNextStep('outdated', { ...renewed, failures: 2 }, now, 1)).toMatchObject({ delayMs: 0 })
    expect(decideNextStep('outdated', { ...once, failures: 2 }, now, 1)).toMatchObject({
      delayMs: 20 * MINUTE,
    })
    expect(decideNextStep('outdated', { ...once, failures: 20 }, now, 1)).toMatchObject({ delayMs: HOUR })
  })

  it('asks a person after three other clients in ten minutes', () => {
    const twice = { ...once, replacedAt: [ago(11 * MINUTE), ago(9 * MINUTE), now] }
    expect(decideNextStep('replaced', twice, now, 0)).toMatchObject({ kind: 'connect', newEpoch: true })
    const thrice = { ...once, replacedAt: [ago(9 * MINUTE), ago(1_000), now] }
    expect(decideNextStep('replaced', thrice, now, 0)).toEqual({
      kind: 'stay-closed',
      forget: false,
      status: 'DISCONNECTED',
      shownReason: 'held-elsewhere',
    })
  })
})
