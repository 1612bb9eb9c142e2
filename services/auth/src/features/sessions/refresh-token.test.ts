import { companyId, userId } from '@balcao/contracts'
import { DAY } from '@balcao/kernel'

import {
  isRefreshSecret,
  decideRefresh,
  newRefreshSecret,
  openSuccessor,
  hashRefreshSecret,
  buildRefreshToken,
  sealSuccessor,
} from './refresh-token'

const noon = new Date('2026-11-20T12:00:00Z')
const after = (ms: number) => new Date(noon.getTime() + ms)
const fresh = buildRefreshToken(
  { id: 'a', companyId: companyId(1), userId: userId(1), familyId: 'f', parentId: null },
  'secret',
  noon,
)
const used = { ...fresh, usedAt: noon }

describe('a refresh token', () => {
  it.each([
    ['unused', fresh, after(0), 'rotate'],
    ['unused on its last moment', fresh, after(7 * DAY - 1), 'rotate'],
    ['expired', fresh, after(7 * DAY), 'over'],
    ['revoked', { ...fresh, revokedAt: noon }, after(1), 'over'],
    ['used just now', used, after(0), 'repeat'],
    ['used 10 s ago', used, after(10_000), 'repeat'],
    ['used more than 10 s ago', used, after(10_001), 'reuse'],
    ['used and then revoked', { ...used, revokedAt: noon }, after(60_000), 'over'],
    ['used and expired', used, after(8 * DAY), 'over'],
    ['used by a clock that runs ahead', { ...fresh, usedAt: after(500) }, after(0), 'repeat'],
  ])('%s', (_name, token, now, verdict) => expect(decideRefresh(token, now)).toBe(verdict))

  it('is 256 random bits and stored as a hash', () => {
    const secret = newRefreshSecret()
    expect(isRefreshSecret(secret)).toBe(true)
    expect(newRefreshSecret()).not.toBe(secret)
    expect(hashRefreshSecret(secret)).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(buildRefreshToken(fresh, secret, noon))).not.toContain(secret)
  })

  it.each(['', 'short', 'x'.repeat(44), `${'x'.repeat(42)}%`, `${'x'.repeat(42)}\n`])(
    'is not %j',
    (value) => {
      expect(isRefreshSecret(value)).toBe(false)
    },
  )

  it('keeps its successor readable for its bearer only', () => {
    const [parent, successor] = [newRefreshSecret(), newRefreshSecret()]
    const sealed = sealSuccessor(parent, successor)
    expect(sealed).not.toContain(successor)
    expect(openSuccessor(parent, sealed)).toBe(successor)
    expect(() => openSuccessor(newRefreshSecret(), sealed)).toThrow()
    expect(sealSuccessor(parent, successor)).not.toBe(sealed)
  })
})
