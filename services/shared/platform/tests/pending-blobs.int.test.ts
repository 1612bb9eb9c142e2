import { companyId } from '@balcao/contracts'
import { HOUR, type Tx } from '@balcao/kernel'
import { testDatabase, testPorts, waitFor, type TestDatabase, type TestPorts } from '@balcao/testkit'

import { guarded } from './leases-rig'

const ACME = companyId(1)
const BETA = companyId(2)

let pg: TestDatabase
let ports: TestPorts
let keys = 0

beforeAll(async () => {
  pg = await testDatabase([guarded])
})
beforeEach(async () => {
  await pg.empty('guarded.pending_blobs')
  ports = testPorts(pg, 'guarded')
})

const stored = async (company = ACME, clientKey?: string) => {
  const key = `companies/${company}/2026/11/${(keys += 1)}.png`
  await ports.pendingBlobs.expect(company, [key], clientKey)
  await ports.blobs.put(key, Buffer.from('x'))
  return key
}
const isThere = async (key: string) => (await ports.blobs.info(key)) !== undefined
const claim = (key: string, company = ACME) =>
  ports.db.withTenant(company, (tx) => ports.pendingBlobs.claim(tx, company, [key]))
const sweep = (isNamed?: Parameters<TestPorts['pendingBlobs']['sweep']>[1]) =>
  ports.pendingBlobs.sweep(new AbortController().signal, isNamed)
const waitingRows = () => pg.sql<{ key: string }>('SELECT key FROM guarded.pending_blobs ORDER BY key')

describe('files that no row names yet', () => {
  it('are deleted after a day without being named, in every company, more than one batch of them', async () => {
    const [ours, theirs] = [await stored(ACME), await stored(BETA)]
    const many = await Promise.all(Array.from({ length: 120 }, () => stored(ACME)))
    ports.clock.advance(23 * HOUR)
    await sweep()
    expect([await isThere(ours), await isThere(theirs)]).toEqual([true, true])
    ports.clock.advance(2 * HOUR)
    const young = await stored(BETA)
    await sweep()
    await sweep()
    for (const key of [ours, theirs, ...many]) expect(await isThere(key)).toBe(false)
    expect(await isThere(young)).toBe(true)
    expect(await waitingRows()).toEqual([{ key: young }])
  })

  it('stay once they are named, however late the row is committed', async () => {
    const key = await stored()
    ports.clock.advance(23 * HOUR)
    await claim(key)
    ports.clock.advance(48 * HOUR)
    await sweep()
    expect(await isThere(key)).toBe(true)
  })

  it('stay when their row is being committed while the sweep runs', async () => {
    const key = await stored()
    ports.clock.advance(25 * HOUR)
    let commit: () => void = () => undefined
    const held = new Promise<void>((resolve) => (commit = resolve))
    let isClaimed: () => void = () => undefined
    const claimed = new Promise<void>((resolve) => (isClaimed = resolve))
    const naming = ports.db.withTenant(ACME, async (tx: Tx) => {
      await ports.pendingBlobs.claim(tx, ACME, [key])
      isClaimed()
      await held
    })
    await claimed
    const sweeping = sweep()
    await blocked()
    commit()
    await Promise.all([naming, sweeping])
    expect(await isThere(key)).toBe(true)
  })

  it('cannot be named once they are swept, nor by another company', async () => {
    const key = await stored()
    await expect(claim(key, BETA)).rejects.toThrow('removed before')
    ports.clock.advance(25 * HOUR)
    await sweep()
    await expect(claim(key)).rejects.toThrow('removed before')
  })

  it('are pending again when the transaction that named them rolled back', async () => {
    const key = await stored()
    const failed = ports.db.withTenant(ACME, async (tx) => {
      await ports.pendingBlobs.claim(tx, ACME, [key])
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    ports.clock.advance(25 * HOUR)
    await sweep()
    expect(await isThere(key)).toBe(false)
  })

  it('are removed at once when they are discarded, but not what was named', async () => {
    const [named, failed, theirs] = [await stored(), await stored(), await stored(BETA)]
    await claim(named)
    await ports.pendingBlobs.discard(ACME, [named, failed, theirs])
    expect([await isThere(named), await isThere(failed), await isThere(theirs)]).toEqual([true, false, true])
  })

  it('keep their row while the store does not delete', async () => {
    const key = await stored()
    ports.clock.advance(25 * HOUR)
    const remove = ports.blobs.delete.bind(ports.blobs)
    ports.blobs.delete = () => Promise.reject(new Error('the store is away'))
    await expect(sweep()).rejects.toThrow('the store is away')
    ports.blobs.delete = remove
    expect(await waitingRows()).toEqual([{ key }])
    await sweep()
    expect(await isThere(key)).toBe(false)
  })

  it('are asked for where another service names them, after our own', async () => {
    const [taken, lost, own] = [await stored(ACME, 'a'), await stored(BETA, 'b'), await stored()]
    ports.clock.advance(25 * HOUR)
    await expect(sweep(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect([await isThere(taken), await isThere(lost), await isThere(own)]).toEqual([true, true, false])
    await sweep(({ clientKey, companyId }) => Promise.resolve(clientKey === 'a' && companyId === ACME))
    expect([await isThere(taken), await isThere(lost)]).toEqual([true, false])
    expect(await waitingRows()).toEqual([])
  })
})

/** Until a statement of the sweep waits for the naming transaction's lock. */
const blocked = () =>
  waitFor(async () => {
    const waiting = await pg.sql(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%pending_blobs%'",
    )
    return waiting.length > 0
  })
