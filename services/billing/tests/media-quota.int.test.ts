import { Readable } from 'node:stream'

import { companyId, type CompanyId } from '@balcao/contracts'
import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import { HOUR, MINUTE, type BlobStore, type MediaQuota, type RpcClients } from '@balcao/kernel'
import {
  companyErasuresConsumer,
  createMediaQuota,
  createQuotaBlobStore,
  eraseCompaniesJob,
} from '@balcao/platform'

import { buildCompany, startBilling, type BillingRig } from './support'

const [acme, beta] = [companyId(1), companyId(2)]
const MEGABYTE = 1024 * 1024
const FIFTH = Math.floor(MEGABYTE / 5)

let rig: BillingRig
let root: string
let quota: MediaQuota
let blobs: BlobStore
let files = 0

beforeAll(async () => {
  rig = await startBilling({ payments: { kind: 'none' } })
  root = await rig.login(acme, 3, { super: true, profile: 'admin' })
  quota = createMediaQuota({ rpc: rig.rpc as unknown as RpcClients })
})
beforeEach(async () => {
  await rig.pg.empty('billing.media_accounts', 'billing.media_files')
  for (const company of [acme, beta])
    await rig.tell(buildCompany(company, { planId: company, revision: (files += 1) }))
  await allow(1)
  for (const company of [acme, beta]) await rig.ports.blobs.deleteFolder(`companies/${company}`)
  blobs = createQuotaBlobStore(rig.ports.blobs, quota)
})

/** Acme's plan, the first one, allows so many megabytes; Beta's has no limit. */
const allow = async (mediaMegabytes: number) => {
  const answer = await rig.call('PUT', '/plans/1', { token: root, body: { mediaMegabytes } })
  expect(answer).toMatchObject({ status: 200, body: { mediaMegabytes } })
}
const newKey = (company: CompanyId = acme) => `companies/${company}/2026/11/${(files += 1)}.jpg`
const stream = (bytes: number) =>
  Readable.from([Buffer.alloc(bytes >> 1), Buffer.alloc(bytes - (bytes >> 1))])
const refusal = (usedBytes: number, allowedBytes = MEGABYTE) => ({
  code: 'ERR_MEDIA_QUOTA_REACHED',
  quota: { usedBytes, allowedBytes },
})
/** What the account says, after a look that it is the sum of its files. */
const usedBy = async (company: CompanyId) => {
  const [row] = await rig.pg.sql<{ used: number; sum: number }>(
    `SELECT coalesce((SELECT used_bytes FROM billing.media_accounts WHERE company_id = ${company}), 0)::float8 AS used,
      coalesce((SELECT sum(size_bytes) FROM billing.media_files WHERE company_id = ${company}), 0)::float8 AS sum`,
  )
  expect(row?.used).toBe(row?.sum)
  return row?.used
}
const storedBy = async (company: CompanyId) => {
  let bytes = 0
  for await (const key of rig.ports.blobs.list(`companies/${company}`))
    bytes += (await rig.ports.blobs.info(key))?.sizeBytes ?? 0
  return bytes
}
const runJob = (signal = new AbortController().signal) =>
  rig.service.jobs.find(({ name }) => name === 'billing.media-quota')!.run(signal)
const fulfilled = (results: PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length

describe('a company whose plan allows some bytes of media', () => {
  it('keeps that many, is told used and allowed when it wants more, and takes none of another company’s', async () => {
    const [first, last] = [newKey(), newKey()]
    await blobs.put(first, Buffer.alloc(MEGABYTE - 10))
    await blobs.put(last, stream(10))
    await expect(blobs.put(newKey(), Buffer.alloc(1))).rejects.toMatchObject(refusal(MEGABYTE))
    await expect(blobs.put(newKey(), stream(1))).rejects.toMatchObject(refusal(MEGABYTE))
    await blobs.put(newKey(beta), Buffer.alloc(3 * MEGABYTE))
    expect([await usedBy(acme), await usedBy(beta)]).toEqual([MEGABYTE, 3 * MEGABYTE])

    await blobs.delete(last)
    await blobs.delete(last)
    expect(await usedBy(acme)).toBe(MEGABYTE - 10)
    await blobs.put(newKey(), Buffer.alloc(10))
    await expect(blobs.put(newKey(), Buffer.alloc(1))).rejects.toMatchObject(refusal(MEGABYTE))
  })

  it('is told what its other files take when the end of a file has no space', async () => {
    await blobs.put(newKey(), Buffer.alloc(FIFTH))
    await expect(blobs.put(newKey(), stream(MEGABYTE))).rejects.toMatchObject(refusal(FIFTH))
    expect(await usedBy(acme)).toBe(FIFTH)
  })

  it('keeps more as soon as the plan allows it, and what it has when the plan allows less', async () => {
    await blobs.put(newKey(), Buffer.alloc(MEGABYTE))
    await allow(2)
    const second = newKey()
    await blobs.put(second, Buffer.alloc(MEGABYTE))
    await allow(1)
    await expect(blobs.put(newKey(), Buffer.alloc(1))).rejects.toMatchObject(refusal(2 * MEGABYTE))
    await blobs.put(newKey(), Buffer.alloc(0))
    await blobs.delete(second)
    await expect(blobs.put(newKey(), Buffer.alloc(1))).rejects.toMatchObject(refusal(MEGABYTE))
    await allow(0)
    await blobs.put(newKey(), Buffer.alloc(5 * MEGABYTE))
    expect(await usedBy(acme)).toBe(6 * MEGABYTE)
  })

  it('never has more by parallel uploads', async () => {
    const put = (key: string) => blobs.put(key, Buffer.alloc(FIFTH))
    expect(fulfilled(await Promise.allSettled(Array.from({ length: 12 }, () => put(newKey()))))).toBe(5)
    expect(await usedBy(acme)).toBe(5 * FIFTH)
    expect(await storedBy(acme)).toBe(5 * FIFTH)
  })

  it('never has more by parallel uploads of unknown size, and can fill the rest afterwards', async () => {
    const put = () => blobs.put(newKey(), stream(FIFTH))
    const done = fulfilled(await Promise.allSettled(Array.from({ length: 12 }, put)))
    expect(await usedBy(acme)).toBe(done * FIFTH)
    expect(await storedBy(acme)).toBe(done * FIFTH)
    for (let count = done; count < 5; count += 1) await put()
    await expect(put()).rejects.toMatchObject(refusal(5 * FIFTH))
  })

  it('waits for the company of a new sign-up, and has none for an unknown one', async () => {
    const newcomer = companyId(5)
    const waiting = blobs.put(newKey(newcomer), Buffer.alloc(1))
    await rig.tell(buildCompany(newcomer, { planId: 1 }))
    await waiting
    expect(await usedBy(newcomer)).toBe(1)
    await expect(blobs.put('companies/77/2026/11/a.jpg', Buffer.alloc(1))).rejects.toMatchObject({
      code: 'ERR_NO_COMPANY_FOUND',
    })
    expect(await rig.pg.sql('SELECT 1 FROM billing.media_accounts WHERE company_id = 77')).toEqual([])
  })
})

describe('a company', () => {
  it('is told what its own media take and when a file had no space, until it has', async () => {
    const [ours, theirs] = [await rig.login(acme, 8), await rig.login(beta, 9)]
    const read = async (token: string) => (await rig.get('/subscription/media-usage', token)).body
    const kept = newKey()
    await blobs.put(kept, Buffer.alloc(MEGABYTE))
    const full = { usedBytes: MEGABYTE, allowedBytes: MEGABYTE, isCounted: false, isFull: false }
    expect(await read(ours)).toEqual(full)
    await expect(blobs.put(newKey(), Buffer.alloc(9))).rejects.toMatchObject(refusal(MEGABYTE))
    expect(await read(ours)).toEqual({ ...full, isFull: true })
    expect(await read(theirs)).toEqual({ usedBytes: 0, allowedBytes: 0, isCounted: false, isFull: false })
    await allow(2)
    expect(await read(ours)).toEqual({ ...full, allowedBytes: 2 * MEGABYTE })
    await allow(1)
    await blobs.delete(kept)
    await runJob()
    expect(await read(ours)).toEqual({ ...full, usedBytes: 0, isCounted: true })
    expect(await rig.rpc.billing.listMediaUsage({ companyIds: [acme, 77] })).toEqual({
      usages: [{ companyId: acme, usedBytes: 0, allowedBytes: MEGABYTE }],
    })
    expect((await rig.get('/subscription/media-usage')).status).toBe(401)
  })
})

describe('an account that a process was killed in', () => {
  const anHourLater = () => rig.ports.clock.advance(HOUR + MINUTE)

  it.each([
    [
      'before the file was stored',
      async (key: string) => quota.reserve({ companyId: acme, key }, { least: 9, wanted: 99 }),
      0,
    ],
    [
      'before the stored file was settled',
      async (key: string) => {
        await quota.reserve({ companyId: acme, key }, { least: 9, wanted: 99 })
        await rig.ports.blobs.put(key, Buffer.alloc(50))
      },
      50,
    ],
    [
      'before the file was deleted',
      async (key: string) => {
        await blobs.put(key, Buffer.alloc(60))
        await quota.unsettle({ companyId: acme, key })
      },
      60,
    ],
    [
      'before the deleted file was released',
      async (key: string) => {
        await blobs.put(key, Buffer.alloc(60))
        await quota.unsettle({ companyId: acme, key })
        await rig.ports.blobs.delete(key)
      },
      0,
    ],
  ])('%s says after an hour what the store says', async (_when, leave, bytes) => {
    await leave(newKey())
    await blobs.put(newKey(beta), Buffer.alloc(7))
    await runJob()
    anHourLater()
    await runJob()
    expect([await usedBy(acme), await usedBy(beta)]).toEqual([bytes, 7])
    expect(await rig.pg.sql('SELECT 1 FROM billing.media_files WHERE unsettled_at IS NOT NULL')).toEqual([])
  })

  it('is the same after the write is repeated', async () => {
    const key = newKey()
    await quota.reserve({ companyId: acme, key }, { least: 9, wanted: MEGABYTE })
    await blobs.put(key, Buffer.alloc(MEGABYTE))
    expect(await usedBy(acme)).toBe(MEGABYTE)
    await blobs.put(key, stream(30))
    expect(await usedBy(acme)).toBe(30)
  })

  it('keeps what settles while the store is asked', async () => {
    const key = newKey()
    await quota.reserve({ companyId: acme, key }, { least: 9, wanted: 99 })
    anHourLater()
    const { info } = rig.ports.blobs
    rig.ports.blobs.info = async (asked) => {
      rig.ports.blobs.info = info
      const before = await info(asked)
      await blobs.put(key, Buffer.alloc(42))
      return before
    }
    await runJob()
    expect(await usedBy(acme)).toBe(42)
  })
})

describe('files that were stored before there were accounts', () => {
  const store = async (company: CompanyId, count: number) => {
    for (let index = 0; index < count; index += 1)
      await rig.ports.blobs.put(newKey(company), Buffer.alloc(100))
  }
  const isCounted = async () =>
    (
      await rig.pg.sql(
        'SELECT 1 FROM billing.media_accounts WHERE counted_at IS NOT NULL AND company_id IN (1, 2)',
      )
    ).length

  it('are counted once, in every company, beside what is stored meanwhile', async () => {
    await store(acme, 450)
    await store(beta, 3)
    await blobs.put(newKey(), Buffer.alloc(7))
    await runJob()
    expect([await usedBy(acme), await usedBy(beta)]).toEqual([45_007, 300])
    expect(await isCounted()).toBe(2)
    await store(acme, 1)
    await runJob()
    expect(await usedBy(acme)).toBe(45_007)
  })

  it('are counted from where a killed run ended', async () => {
    await store(acme, 450)
    const { list } = rig.ports.blobs
    rig.ports.blobs.list = async function* (folder) {
      let seen = 0
      for await (const key of list(folder)) {
        if ((seen += 1) > 300) throw new Error('killed')
        yield key
      }
    }
    await expect(runJob()).rejects.toThrow('killed')
    expect(await usedBy(acme)).toBe(20_000)
    rig.ports.blobs.list = list
    await runJob()
    expect(await usedBy(acme)).toBe(45_000)
    expect(await isCounted()).toBe(2)
  })

  it('count nothing when they are deleted meanwhile, before or after they are looked at', async () => {
    await store(acme, 2)
    const keys: string[] = []
    for await (const key of rig.ports.blobs.list(`companies/${acme}`)) keys.push(key)
    const { info } = rig.ports.blobs
    rig.ports.blobs.info = async (key) => {
      const isFirst = key === keys[0]
      if (isFirst) await blobs.delete(key)
      const seen = await info(key)
      if (!isFirst) await blobs.delete(key)
      return seen
    }
    await runJob()
    rig.ports.blobs.info = info
    expect(await usedBy(acme)).toBe(0)
  })
})

it('a deleted company leaves no account, and another company’s stays', async () => {
  await blobs.put(newKey(), Buffer.alloc(10))
  await blobs.put(newKey(beta), Buffer.alloc(20))
  const event = deskEvent(rig.ports, orderingKeys.company(acme), 'companyDeleted', {})
  const erasing = { ...rig.ports, service: 'billing' as const, erasure: rig.service.companyErasure }
  for (const consumer of [...rig.service.consumers.slice(0, 1), companyErasuresConsumer(erasing)])
    await consumer.handle({ event, attempt: 1 })
  await eraseCompaniesJob(erasing).run(new AbortController().signal)
  expect(await rig.pg.sql('SELECT company_id FROM billing.media_files')).toEqual([{ company_id: beta }])
  expect(await rig.pg.sql('SELECT company_id FROM billing.media_accounts')).toEqual([{ company_id: beta }])
})
