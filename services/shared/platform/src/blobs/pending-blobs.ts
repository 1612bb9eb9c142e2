import { companyId as toCompanyId, type CompanyId } from '@balcao/contracts'
import {
  DAY,
  HOUR,
  type Job,
  type PendingBlob,
  type PendingBlobs,
  type ServicePorts,
  type Tx,
} from '@balcao/kernel'

import { execute, integerSql, query, sql } from '../postgres'

const BATCH = 100
const MAX_BATCHES = 100

type Deps = Pick<ServicePorts, 'db' | 'blobs' | 'clock'>

interface Row {
  company_id: number
  key: string
  client_key: string
  created_at: Date
}

async function remove(tx: Tx, companyId: CompanyId, keys: readonly string[]): Promise<string[]> {
  const removed = await query<{ key: string }>(
    tx,
    sql`DELETE FROM pending_blobs WHERE company_id = ${companyId} AND key = ANY(${keys}::text[]) RETURNING key`,
  )
  return removed.map(({ key }) => key)
}

/* Objects that this service names come first: the others wait for an answer of the service that names them. */
async function listOldest({ db }: Deps, before: Date): Promise<PendingBlob[]> {
  const statement = sql`SELECT company_id, key, client_key, created_at FROM pending_blobs
    WHERE created_at < ${before} ORDER BY client_key, created_at, key LIMIT ${integerSql(BATCH)}`
  // Leftovers of killed processes, of every company.
  const rows = await db.asPlatform((tx) => query<Row>(tx, statement))
  return rows.map((row) => ({
    companyId: toCompanyId(row.company_id),
    key: row.key,
    clientKey: row.client_key,
    createdAt: row.created_at,
  }))
}

/** In table `pending_blobs` of the service's schema. */
export function createPendingBlobs(deps: Deps): PendingBlobs {
  const { db, clock } = deps

  const pending: PendingBlobs = {
    async expect(companyId, keys, clientKey = '') {
      if (keys.length === 0) return
      const statement = sql`INSERT INTO pending_blobs (company_id, key, client_key, created_at)
        SELECT ${companyId}, unnest(${keys}::text[]), ${clientKey}, ${clock.now()}`
      await db.withTenant(companyId, (tx) => execute(tx, statement))
    },
    async claim(tx, companyId, keys) {
      if (keys.length === 0) return
      const removed = await remove(tx, companyId, keys)
      if (removed.length !== new Set(keys).size)
        throw new Error('A stored file was removed before it was named')
    },
    async forget(companyId, keys) {
      if (keys.length > 0) await db.withTenant(companyId, (tx) => remove(tx, companyId, keys))
    },
    async discard(companyId, keys) {
      if (keys.length === 0) return
      // The rows stay locked until the objects are deleted: a transaction that claims them waits, and then fails.
      await db.withTenant(companyId, async (tx) => {
        const unnamed = await remove(tx, companyId, keys)
        await Promise.all(unnamed.map((key) => deps.blobs.delete(key)))
      })
    },
    async sweep(signal, isNamed) {
      const before = new Date(clock.now().getTime() - DAY)
      for (let batch = 0; batch < MAX_BATCHES && !signal.aborted; batch += 1) {
        const blobs = await listOldest(deps, before)
        for (const blob of blobs) {
          if (signal.aborted) return
          await removeOrForget(blob, isNamed)
        }
        if (blobs.length < BATCH) return
      }
    },
  }

  async function removeOrForget(
    blob: PendingBlob,
    isNamed: Parameters<PendingBlobs['sweep']>[1],
  ): Promise<void> {
    const { companyId, key, clientKey } = blob
    if (clientKey === '') return pending.discard(companyId, [key])
    if (!isNamed) throw new Error('A file has a client key, but sweep was given no isNamed')
    return (await isNamed(blob)) ? pending.forget(companyId, [key]) : pending.discard(companyId, [key])
  }

  return pending
}

/** Deletes files whose transaction was never committed. */
export const sweepBlobsJob = (
  service: string,
  { pendingBlobs }: Pick<ServicePorts, 'pendingBlobs'>,
  isNamed?: (blob: PendingBlob) => Promise<boolean>,
): Job => ({
  name: `${service}.sweep-blobs`,
  everyMs: HOUR,
  run: (signal) => pendingBlobs.sweep(signal, isNamed),
})
