import type { CompanyId } from '@balcao/contracts'
import { companyFolder, groupBy, HOUR, type ServicePorts } from '@balcao/kernel'

import type { MediaQuotaStore, SeenFile, UnsettledFile } from './media-quota.store'

export interface CompareMediaDeps extends Pick<ServicePorts, 'db' | 'clock' | 'blobs'> {
  mediaQuota: MediaQuotaStore
}

/* Longer than any write: what is written meanwhile settles itself. */
const SETTLED_WITHIN_MS = HOUR
const BATCH = 200
const MOST_COMPANIES = 20

async function recount(
  { db, blobs, mediaQuota }: CompareMediaDeps,
  companyId: CompanyId,
  files: readonly UnsettledFile[],
): Promise<void> {
  const seen: SeenFile[] = []
  for (const file of files) seen.push({ ...file, sizeBytes: (await blobs.info(file.key))?.sizeBytes })
  await db.withTenant(companyId, (tx) => mediaQuota.recount(tx, companyId, seen))
}

/** Gives every file that nobody settled within an hour the size that the store has of it, or its bytes back. */
export async function compareUnsettled(deps: CompareMediaDeps, signal: AbortSignal): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - SETTLED_WITHIN_MS)
  for (let files: UnsettledFile[]; !signal.aborted;) {
    // Platform scope: leftovers of killed processes, of every company.
    files = await deps.db.asPlatform((tx) => deps.mediaQuota.listUnsettled(tx, before, BATCH))
    for (const [companyId, own] of groupBy(files, (file) => file.companyId))
      if (!signal.aborted) await recount(deps, companyId, own)
    if (files.length < BATCH) return
  }
}

/* Files that are in the account already are skipped, so that a repeat does the rest. */
async function countBatch(
  deps: CompareMediaDeps,
  companyId: CompanyId,
  keys: readonly string[],
): Promise<void> {
  const unsettledAt = deps.clock.now()
  const added = await deps.db.withTenant(companyId, (tx) =>
    deps.mediaQuota.addUnsettled(tx, companyId, keys, unsettledAt),
  )
  const files = added.map((key) => ({ companyId, key, unsettledAt }))
  if (files.length > 0) await recount(deps, companyId, files)
}

async function countCompany(
  deps: CompareMediaDeps,
  companyId: CompanyId,
  signal: AbortSignal,
): Promise<void> {
  let keys: string[] = []
  for await (const key of deps.blobs.list(companyFolder(companyId))) {
    if (signal.aborted) return
    if (keys.push(key) < BATCH) continue
    await countBatch(deps, companyId, keys)
    keys = []
  }
  await countBatch(deps, companyId, keys)
  const now = deps.clock.now()
  await deps.db.withTenant(companyId, (tx) => deps.mediaQuota.setCounted(tx, companyId, now))
}

/** Adds what was stored before there were accounts, once for each company. A run that was killed is repeated from the start. */
export async function countStored(deps: CompareMediaDeps, signal: AbortSignal): Promise<void> {
  for (let companies: CompanyId[]; !signal.aborted;) {
    // Platform scope: looks for companies of any tenant.
    companies = await deps.db.asPlatform((tx) => deps.mediaQuota.listUncounted(tx, MOST_COMPANIES))
    for (const companyId of companies) if (!signal.aborted) await countCompany(deps, companyId, signal)
    if (companies.length < MOST_COMPANIES) return
  }
}
