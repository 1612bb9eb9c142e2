import type { RateLimits } from '@balcao/platform'

export interface RateLimitsRig {
  /** Empty counters; `factor` multiplies every limit. */
  open(factor: number): Promise<RateLimits>
}

/** The limit under test: 10 tries of one account in 15 minutes. */
const ALLOWED = 10

export function describeRateLimits(driver: string, rig: RateLimitsRig): void {
  const refusal = { code: 'ERR_TOO_MANY_REQUESTS' }

  describe(`rate limits on ${driver}`, () => {
    const use = async (limits: RateLimits, times: number, key = 'ana@a.test') => {
      for (let index = 0; index < times; index += 1) await limits.consume('login-account', key)
    }

    it('refuse the try after the last, and say how long to wait', async () => {
      const limits = await rig.open(1)
      await use(limits, ALLOWED)
      const refused = await limits.consume('login-account', 'ana@a.test').catch((error: unknown) => error)
      expect(refused).toMatchObject(refusal)
      const { retryAfterSeconds } = refused as { retryAfterSeconds: number }
      expect(retryAfterSeconds).toBeGreaterThan(0)
      expect(retryAfterSeconds).toBeLessThanOrEqual(900)
    })

    it('let exactly the allowed number of simultaneous tries pass', async () => {
      const limits = await rig.open(1)
      const tries = await Promise.allSettled(
        Array.from({ length: 3 * ALLOWED }, () => limits.consume('login-account', 'ana@a.test')),
      )
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(ALLOWED)
    })

    it('count each key and each limit for itself', async () => {
      const limits = await rig.open(1)
      await use(limits, ALLOWED)
      await limits.consume('login-account', 'bruno@b.test')
      await limits.consume('login', 'ana@a.test')
      await expect(limits.consume('login-account', 'ana@a.test')).rejects.toMatchObject(refusal)
    })

    it('take back a try that was good', async () => {
      const limits = await rig.open(1)
      await use(limits, ALLOWED)
      await limits.reward('login-account', 'ana@a.test')
      await limits.consume('login-account', 'ana@a.test')
      await expect(limits.consume('login-account', 'ana@a.test')).rejects.toMatchObject(refusal)
    })

    it('count against a limit of the caller’s own, and tell what is left', async () => {
      const limits = await rig.open(1)
      const left: unknown[] = []
      for (let index = 0; index < 3; index += 1) {
        const { remaining, isOver, limit } = (await limits.countWithin('api-key', 'k', 2)) ?? {}
        left.push([limit, remaining, isOver])
      }
      expect(left).toEqual([
        [2, 1, false],
        [2, 0, false],
        [2, 0, true],
      ])
      expect((await limits.countWithin('api-key', 'other', 2))?.remaining).toBe(1)
      expect(await (await rig.open(0)).countWithin('api-key', 'k', 2)).toBeUndefined()
    })

    it('tell how far over the limit a key is, without refusing it', async () => {
      const limits = await rig.open(1)
      await use(limits, ALLOWED - 1)
      const excesses: number[] = []
      for (let index = 0; index < 3; index += 1)
        excesses.push(await limits.countExcess('login-account', 'ana@a.test'))
      expect(excesses).toEqual([0, 1, 2])
      expect(await limits.countExcess('login-account', 'bruno@b.test')).toBe(0)
    })

    it('are widened by a factor, and switched off by 0', async () => {
      const wide = await rig.open(2)
      await use(wide, 2 * ALLOWED)
      await expect(wide.consume('login-account', 'ana@a.test')).rejects.toMatchObject(refusal)
      const off = await rig.open(0)
      await use(off, 5 * ALLOWED)
      await off.reward('login-account', 'ana@a.test')
    })
  })
}
