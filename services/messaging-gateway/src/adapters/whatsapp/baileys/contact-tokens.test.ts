import { ContactTokens, isExpired, type ContactToken } from './contact-tokens'

const ANA = '77000000000001@lid'
const now = () => String(Math.floor(Date.now() / 1_000))
const WEEK_MS = 7 * 24 * 3_600_000

describe('a token', () => {
  const start = 2_950 * WEEK_MS
  it.each([
    ['of this week', start / 1_000, false],
    ['of three weeks before', (start - 3 * WEEK_MS) / 1_000, false],
    ['of a second earlier', (start - 3 * WEEK_MS) / 1_000 - 1, true],
    ['as text', String(start / 1_000), false],
    ['without a time', undefined, true],
    ['with none that can be read', 'x', true],
  ])('%s', (_what, timestamp, expired) => expect(isExpired(timestamp, start + WEEK_MS / 2)).toBe(expired))
})

describe('a message that was refused', () => {
  const kept = new Map<string, ContactToken>()
  let isOver = false
  const tokens = () =>
    new ContactTokens({
      findStored: (jid) => Promise.resolve(kept.get(jid)),
      waitMs: 0,
      isOver: () => isOver,
    })
  const token = (text: string, timestamp = now()) => kept.set(ANA, { token: Buffer.from(text), timestamp })

  beforeEach(() => {
    kept.clear()
    isOver = false
  })

  it.each<[string, () => void, () => void, boolean]>([
    ['went without, and there is none', () => undefined, () => undefined, false],
    ['went without, and there is one by now', () => undefined, () => token('a'), true],
    ['carried it', () => token('a'), () => undefined, false],
    ['carried an older one', () => token('a'), () => token('b'), true],
    ['went without, and what came has expired', () => undefined, () => token('a', '1'), false],
    ['went without, and the socket has ended', () => undefined, () => ((isOver = true), token('a')), false],
  ])('%s', async (_what, before, after, expected) => {
    const known = tokens()
    before()
    await known.recordSent('3EB0AA', ANA)
    after()
    expect(await known.hasNewer('3EB0AA')).toBe(expected)
  })

  it('of another process is not sent again', async () => {
    token('a')
    expect(await tokens().hasNewer('3EB0AA')).toBe(false)
  })
})
