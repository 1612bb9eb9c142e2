import { afterClose, lostDelayMs } from './after-close'

const now = new Date('2026-03-01T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)

describe('a session that ended', () => {
  it.each([
    ['logged-out', { kind: 'rest', forget: true }],
    ['refused', { kind: 'rest', forget: true }],
    ['qr-expired', { kind: 'rest', forget: false }],
    ['restart-required', { kind: 'connect', delayMs: 0, newEpoch: false }],
    ['replaced', { kind: 'connect', delayMs: 0, newEpoch: true }],
    ['lost', { kind: 'connect', delayMs: 500, newEpoch: false }],
  ] as const)('because it was %s does this next', (reason, step) => {
    expect(afterClose(reason, { failures: 1, takeoversAt: [] }, now, 0)).toEqual(step)
  })

  it('waits longer after each failure, never beyond two minutes', () => {
    expect([1, 2, 3, 4, 30].map((failures) => lostDelayMs(failures, 1))).toEqual([
      1_000, 2_000, 4_000, 8_000, 120_000,
    ])
    expect(lostDelayMs(30, 0)).toBe(60_000)
  })

  it('is taken back at most three times a minute', () => {
    const takeoversAt = [ago(50_000), ago(20_000), ago(10_000)]
    expect(afterClose('replaced', { failures: 1, takeoversAt }, now, 0)).toMatchObject({ delayMs: 10_000 })
    expect(afterClose('replaced', { failures: 1, takeoversAt: takeoversAt.slice(1) }, now, 0)).toMatchObject({
      delayMs: 0,
    })
  })
})
