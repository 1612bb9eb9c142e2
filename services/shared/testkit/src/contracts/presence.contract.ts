import { companyId, userId } from '@balcao/contracts'
import { SECOND, type Presence } from '@balcao/kernel'

export interface PresenceRig {
  presence: Presence
  /** Advances time for the adapter. */
  pass(ms: number): Promise<void>
}

export function describePresence(driver: string, open: () => Promise<PresenceRig>): void {
  const [acme, beta] = [companyId(7), companyId(8)]
  const [ana, bruno] = [userId(1), userId(2)]

  describe(`presence on ${driver}`, () => {
    let rig: PresenceRig
    beforeEach(async () => {
      rig = await open()
    })

    it('tells the beat that brings a user online from those that follow', async () => {
      expect(await rig.presence.beat(acme, ana, 'tab-1')).toBe(true)
      expect(await rig.presence.beat(acme, ana, 'tab-1')).toBe(false)
      expect(await rig.presence.beat(acme, ana, 'tab-2')).toBe(false)
      expect(await rig.presence.listOnline(acme)).toEqual([ana])
    })

    it('keeps a user online until the last socket leaves', async () => {
      await rig.presence.beat(acme, ana, 'tab-1')
      await rig.presence.beat(acme, ana, 'tab-2')
      expect(await rig.presence.leave(acme, ana, 'tab-1')).toBe(false)
      expect(await rig.presence.leave(acme, ana, 'tab-2')).toBe(true)
      expect(await rig.presence.leave(acme, ana, 'tab-2')).toBe(false)
      expect(await rig.presence.listOnline(acme)).toEqual([])
    })

    it('counts a user without a beat for 40 s as gone', async () => {
      await rig.presence.beat(acme, ana, 'tab-1')
      await rig.pass(25 * SECOND)
      await rig.presence.beat(acme, bruno, 'tab-2')
      await rig.pass(16 * SECOND)
      expect(await rig.presence.listOnline(acme)).toEqual([bruno])
      expect(await rig.presence.beat(acme, ana, 'tab-1')).toBe(true)
    })

    it('does not let a dead socket keep its user online', async () => {
      await rig.presence.beat(acme, ana, 'dead')
      await rig.pass(30 * SECOND)
      await rig.presence.beat(acme, ana, 'alive')
      await rig.pass(15 * SECOND)
      expect(await rig.presence.leave(acme, ana, 'alive')).toBe(true)
    })

    it('shows a company its own users only', async () => {
      await rig.presence.beat(acme, ana, 'tab-1')
      await rig.presence.beat(beta, bruno, 'tab-2')
      expect(await rig.presence.listOnline(beta)).toEqual([bruno])
      expect(await rig.presence.leave(beta, ana, 'tab-1')).toBe(false)
      expect(await rig.presence.listOnline(acme)).toEqual([ana])
    })

    it('lets exactly one of many sockets bring the user online, and exactly one take them offline', async () => {
      const tabs = Array.from({ length: 20 }, (_, index) => `tab-${index}`)
      const came = await Promise.all(tabs.map((tab) => rig.presence.beat(acme, ana, tab)))
      expect(came.filter(Boolean)).toHaveLength(1)
      const went = await Promise.all(tabs.map((tab) => rig.presence.leave(acme, ana, tab)))
      expect(went.filter(Boolean)).toHaveLength(1)
      expect(await rig.presence.listOnline(acme)).toEqual([])
    })

    it('does not count the leave of a socket that was long gone', async () => {
      await rig.presence.beat(acme, ana, 'tab-1')
      await rig.pass(41 * SECOND)
      expect(await rig.presence.leave(acme, ana, 'tab-1')).toBe(false)
    })

    it('forgets with a socket what only that socket kept alive', async () => {
      await rig.presence.beat(acme, ana, 'old')
      await rig.pass(30 * SECOND)
      await rig.presence.beat(acme, ana, 'new')
      expect(await rig.presence.leave(acme, ana, 'new')).toBe(false)
      await rig.pass(11 * SECOND)
      expect(await rig.presence.listOnline(acme)).toEqual([])
    })

    it('has every online user once every socket had time to beat', async () => {
      await rig.presence.beat(acme, ana, 'tab-1')
      await rig.pass(20 * SECOND)
      expect(await rig.presence.isWhole(acme)).toBe(true)
    })
  })
}
