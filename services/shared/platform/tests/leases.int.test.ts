import { describeLeases, testDatabase, type TestDatabase } from '@balcao/testkit'

import { guarded, leasesRig, openLeases } from './leases-rig'

let pg: TestDatabase

beforeAll(async () => {
  pg = await testDatabase([guarded])
})

describeLeases('Postgres', async () => leasesRig(pg))

describe('a holder whose renewals fail', () => {
  it('freezes after 6 s, thaws with a renewal, and has lost the lease after 12 s', async () => {
    let nowMs = 1_000
    const leases = openLeases(pg, 'cut-off', { monotonicMs: () => nowMs })
    const lease = await leases.acquire('phone')
    expect(lease?.isSuspended).toBe(false)
    nowMs += 6_000
    expect(lease?.isSuspended).toBe(true)
    await leases.renew()
    expect(lease?.isSuspended).toBe(false)

    await pg.sql('REVOKE ALL ON guarded.session_lease FROM balcao_guarded')
    nowMs += 11_000
    await leases.renew()
    expect([lease?.isSuspended, lease?.signal.aborted]).toEqual([true, false])
    nowMs += 1_000
    await leases.renew()
    expect(lease?.signal.aborted).toBe(true)
    await pg.sql('GRANT ALL ON guarded.session_lease TO balcao_guarded')
  })

  it('takes its own leases back when it starts again under the same name', async () => {
    await openLeases(pg, 'single-machine').acquire('left-behind')
    expect((await openLeases(pg, 'single-machine').acquire('left-behind'))?.epoch).toBe(2)
  })

  it('holds them for minutes where it is alone, and gives all back when it stops', async () => {
    const owned = () =>
      pg.sql<{ name: string; left: number }>(
        `SELECT name, ceil(extract(epoch FROM expires_at - clock_timestamp()) / 60)::int AS left
         FROM guarded.session_lease WHERE owner = 'alone' ORDER BY name`,
      )
    let nowMs = 0
    const leases = openLeases(pg, 'alone', { isOnlyWriter: true, monotonicMs: () => nowMs })
    const held = [await leases.acquire('alone-a'), await leases.acquire('alone-b')]
    expect(await owned()).toEqual([
      { name: 'alone-a', left: 3 },
      { name: 'alone-b', left: 3 },
    ])
    nowMs += 90_000
    expect(held.map((lease) => lease?.isSuspended)).toEqual([false, false])
    await leases.stop()
    expect(await owned()).toEqual([])
    expect(held.map((lease) => lease?.signal.aborted)).toEqual([true, true])
    expect((await openLeases(pg, 'next').acquire('alone-a'))?.epoch).toBe(2)
  })
})
