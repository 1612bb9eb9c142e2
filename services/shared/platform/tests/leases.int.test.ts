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
    const leases = openLeases(pg, 'cut-off', () => nowMs)
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
})
