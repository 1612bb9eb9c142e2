import { companyId } from '@balcao/contracts'
import type { Database, Lease, Leases, Tx } from '@balcao/kernel'

export interface LeasesRig {
  db: Database
  /** Two competing processes. */
  first: Leases & { renew(): Promise<void> }
  second: Leases & { renew(): Promise<void> }
  /** The first one's name as an owner. */
  firstOwner: string
  /** Expires the lease without its holder noticing. */
  expire(name: string): Promise<void>
  /** A write guarded by the lease, and the number of its executions. */
  write(tx: Tx): Promise<void>
  writes(): Promise<number>
}

/** Leases by the store's clock, with epochs as fencing tokens. */
export function describeLeases(driver: string, open: () => Promise<LeasesRig>): void {
  let names = 0

  describe(`leases on ${driver}`, () => {
    let rig: LeasesRig
    let name: string
    beforeAll(async () => {
      rig = await open()
    })
    beforeEach(() => {
      name = `job-${(names += 1)}`
    })

    const acquire = async (leases: Leases): Promise<Lease> => {
      const lease = await leases.acquire(name)
      if (!lease) throw new Error('expected the lease')
      return lease
    }
    const guardedWrite = (leases: Leases, lease: Lease) =>
      rig.db.withTenant(companyId(1), async (tx) => {
        await leases.fence(tx, lease)
        await rig.write(tx)
      })

    it('has one holder at a time', async () => {
      const lease = await acquire(rig.first)
      expect(await rig.second.acquire(name)).toBeUndefined()
      expect(await rig.first.acquire(name)).toBeUndefined()
      await lease.release()
      expect((await acquire(rig.second)).epoch).toBe(lease.epoch + 1)
    })

    it('goes to exactly one of many who ask at once', async () => {
      const asked = await Promise.all(
        Array.from({ length: 10 }, (_, index) => (index % 2 ? rig.first : rig.second).acquire(name)),
      )
      const epochs = asked.filter((lease) => lease && !lease.signal.aborted).map((lease) => lease?.epoch)
      expect(epochs).toHaveLength(1)
    })

    it('passes on when its time is over, at a higher epoch', async () => {
      const old = await acquire(rig.first)
      await rig.expire(name)
      expect((await acquire(rig.second)).epoch).toBe(old.epoch + 1)
      expect(old.signal.aborted).toBe(false)
      await rig.first.renew()
      expect(old.signal.aborted).toBe(true)
    })

    it('stays with a holder who renews', async () => {
      const lease = await acquire(rig.first)
      await rig.expire(name)
      await rig.first.renew()
      expect(await rig.second.acquire(name)).toBeUndefined()
      expect(lease.signal.aborted).toBe(false)
    })

    it('lets a holder write and a zombie write nothing', async () => {
      const before = await rig.writes()
      const zombie = await acquire(rig.first)
      await guardedWrite(rig.first, zombie)
      await rig.expire(name)
      const owner = await acquire(rig.second)
      await expect(guardedWrite(rig.first, zombie)).rejects.toMatchObject({ code: 'ERR_LEASE_LOST' })
      expect(zombie.signal.aborted).toBe(true)
      await guardedWrite(rig.second, owner)
      expect(await rig.writes()).toBe(before + 2)
    })

    it('does not pass on in the middle of a guarded write', async () => {
      const before = await rig.writes()
      const old = await acquire(rig.first)
      await rig.expire(name)
      let takeover: Promise<Lease | undefined> = Promise.resolve(undefined)
      const order: string[] = []
      await rig.db.withTenant(companyId(1), async (tx) => {
        await rig.first.fence(tx, old)
        takeover = rig.second.acquire(name).then((lease) => {
          order.push('taken')
          return lease
        })
        await rig.write(tx)
        order.push('written')
      })
      expect((await takeover)?.epoch).toBe(old.epoch + 1)
      expect(order).toEqual(['written', 'taken'])
      expect(await rig.writes()).toBe(before + 1)
    })

    it('of an owner that has ended is free at once, with every other of its leases and none of anybody else', async () => {
      const [one, two] = [`${name}-one`, `${name}-two`]
      const ended = await acquire(rig.first)
      await rig.first.acquire(one)
      const other = await rig.second.acquire(two)
      await rig.db.asPlatform((tx) => rig.second.freeAllOf(tx, rig.firstOwner))
      const taken = [await rig.second.acquire(name), await rig.second.acquire(one)]
      expect(taken.map((lease) => lease?.epoch)).toEqual([ended.epoch + 1, 2])
      await expect(guardedWrite(rig.first, ended)).rejects.toMatchObject({ code: 'ERR_LEASE_LOST' })
      await rig.second.renew()
      expect(other?.signal.aborted).toBe(false)
      expect(await rig.first.acquire(two)).toBeUndefined()
    })

    it('is not released by one who lost it', async () => {
      const old = await acquire(rig.first)
      await rig.expire(name)
      const owner = await acquire(rig.second)
      await old.release()
      await guardedWrite(rig.second, owner)
      expect(await rig.first.acquire(name)).toBeUndefined()
    })
  })
}
