import { AppError } from '@balcao/kernel'

import { loginDelayMs } from './login-delay'
import { createLoginGuard, type LoginAttempt, type LoginCounters } from './login-guard'

const LIMITS = { 'login-account': 10, login: 50, 'login-everywhere': 100 }

function rig() {
  const counts = new Map<string, number>()
  const add = (key: string, by: number) => {
    counts.set(key, (counts.get(key) ?? 0) + by)
    return counts.get(key) ?? 0
  }
  const tries: LoginCounters = {
    countExcess: async (name, key) => Math.max(0, add(`${name} ${key}`, 1) - LIMITS[name]),
    reward: async (name, key) => void add(`${name} ${key}`, -1),
  }
  const pauses: { ms: number; end: () => void }[] = []
  const guard = createLoginGuard((ms) => new Promise((end) => pauses.push({ ms, end })))
  let looked = 0
  const buildAttempt = (over: Partial<LoginAttempt>): LoginAttempt => ({
    account: 'ana@a.test',
    network: '203.0.113.0/24',
    device: undefined,
    ...over,
  })
  const wrong = (over: Partial<LoginAttempt> = {}) =>
    guard(tries, buildAttempt(over), async () => {
      looked += 1
      throw new AppError('ERR_INVALID_CREDENTIALS')
    }).catch((error: AppError) => error.code)
  const right = (over: Partial<LoginAttempt> = {}) => guard(tries, buildAttempt(over), async () => 'in')
  const many = async (times: number, over: (index: number) => Partial<LoginAttempt>) => {
    for (let index = 0; index < times; index += 1) {
      const trying = wrong(over(index))
      await new Promise(setImmediate)
      pauses.at(-1)?.end()
      await trying
    }
  }
  return { wrong, right, many, pauses, counts, looked: () => looked }
}

const settled = () => new Promise(setImmediate)

describe('the delay of a login', () => {
  it.each([
    [{ own: 0, account: 0, network: 0 }, 0],
    [{ own: 1, account: 0, network: 0 }, 1_000],
    [{ own: 3, account: 0, network: 0 }, 4_000],
    [{ own: 60, account: 0, network: 0 }, 15_000],
    [{ own: 0, account: 1, network: 0 }, 2_000],
    [{ own: 0, account: 900, network: 900 }, 2_000],
    [{ own: 1, account: 1, network: 0 }, 2_000],
  ])('of %j is %d ms', (excess, ms) => expect(loginDelayMs(excess)).toBe(ms))
})

describe('the login guard', () => {
  it('lets ten failures of an account on a network pass at once, then one at a time and ever slower', async () => {
    const { wrong, pauses, looked } = rig()
    const codes = await Promise.all(Array.from({ length: 10 }, () => wrong()))
    expect(new Set(codes)).toEqual(new Set(['ERR_INVALID_CREDENTIALS']))
    const more = Array.from({ length: 5 }, () => wrong())
    await settled()
    expect(pauses.map(({ ms }) => ms)).toEqual([1_000])
    expect(looked()).toBe(10)
    pauses[0]?.end()
    expect((await Promise.all(more)).filter((code) => code === 'ERR_TOO_MANY_REQUESTS')).toHaveLength(4)
    const next = wrong()
    await settled()
    expect(pauses[1]?.ms).toBe(15_000)
    pauses[1]?.end()
    await next
  })

  it('slows down neither the owner elsewhere, nor on a known device, for what a stranger does', async () => {
    const { right, many, pauses } = rig()
    await many(30, () => ({}))
    const before = pauses.length
    await expect(right({ network: '198.51.100.0/24' })).resolves.toBe('in')
    await expect(right({ device: 'd1' })).resolves.toBe('in')
    await expect(right({ account: 'bia@a.test' })).resolves.toBe('in')
    expect(pauses).toHaveLength(before)
  })

  it('answers an account under attack from everywhere a little later, known devices at once', async () => {
    const { right, many, pauses } = rig()
    await many(100, (index) => ({ network: `net ${index}` }))
    const slow = right({ network: 'home' })
    await settled()
    expect(pauses.at(-1)?.ms).toBe(2_000)
    pauses.at(-1)?.end()
    await expect(slow).resolves.toBe('in')
    const before = pauses.length
    await expect(right({ device: 'd1' })).resolves.toBe('in')
    expect(pauses).toHaveLength(before)
  })

  it('counts a known device for itself: it may not guess for ever either', async () => {
    const { wrong, many, pauses } = rig()
    await many(10, () => ({ device: 'd1' }))
    void wrong({ device: 'd1' })
    await settled()
    expect(pauses.at(-1)?.ms).toBe(1_000)
    pauses.at(-1)?.end()
  })

  it('holds a bounded number of sockets of one network', async () => {
    const { wrong, many, pauses } = rig()
    await many(50, (index) => ({ account: `${index}@a.test` }))
    const before = pauses.length
    const waiting = Array.from({ length: 30 }, (_, index) => wrong({ account: `more${index}@a.test` }))
    await settled()
    expect(pauses.length - before).toBe(20)
    for (const { end } of pauses) end()
    expect((await Promise.all(waiting)).filter((code) => code === 'ERR_TOO_MANY_REQUESTS')).toHaveLength(10)
  })

  it('takes back what was no wrong password', async () => {
    const { right, counts } = rig()
    await right()
    expect([...counts.values()]).toEqual([0, 0, 0])
  })
})
