import type { CompanyId } from '@balcao/contracts'
import type { ReserveMediaResponse } from '@balcao/contracts/wire'
import { AppError, type Clock, type Database, type QuotaFile } from '@balcao/kernel'

import { chooseGrant, toLimitBytes } from './media-account'
import type { MediaQuotaStore } from './media-quota.store'

export interface MediaQuotaDeps {
  db: Database
  clock: Clock
  mediaQuota: MediaQuotaStore
  /** Right after a sign-up the company's event may not have arrived. @throws {AppError} ERR_NO_COMPANY_FOUND */
  waitForCompany(companyId: CompanyId): Promise<unknown>
  onRefused(file: QuotaFile): void
}

interface FileBytes {
  least: number
  wanted: number
}

/**
 * Counts bytes for a file as far as the plan allows, in one transaction. A repeat for the same file raises what it has.
 * @param bytes `least`: fewer are refused; `wanted`: granted where they are free.
 * @throws {AppError} ERR_NO_COMPANY_FOUND
 */
export async function reserveMedia(
  deps: MediaQuotaDeps,
  file: QuotaFile,
  bytes: FileBytes,
): Promise<ReserveMediaResponse> {
  const answer = (await tryReserve(deps, file, bytes)) ?? (await reserveOnceKnown(deps, file, bytes))
  if (answer.refused) deps.onRefused(file)
  return answer
}

async function reserveOnceKnown(
  deps: MediaQuotaDeps,
  file: QuotaFile,
  bytes: FileBytes,
): Promise<ReserveMediaResponse> {
  await deps.waitForCompany(file.companyId)
  const answer = await tryReserve(deps, file, bytes)
  if (!answer) throw new AppError('ERR_NO_COMPANY_FOUND')
  return answer
}

/* Undefined for a company that billing does not know. */
function tryReserve(
  deps: MediaQuotaDeps,
  { companyId, key }: QuotaFile,
  bytes: FileBytes,
): Promise<ReserveMediaResponse | undefined> {
  const now = deps.clock.now()
  return deps.db.withTenant(companyId, async (tx) => {
    const account = await deps.mediaQuota.lock(tx, companyId, key)
    if (!account) return undefined
    const granted = chooseGrant(account, bytes)
    if (granted === undefined)
      await deps.mediaQuota.noteRefusal(tx, companyId, now, bytes.least - account.fileBytes)
    else await deps.mediaQuota.reserve(tx, { companyId, key, unsettledAt: now }, granted)
    const { usedBytes, mediaMegabytes, fileBytes } = account
    return {
      refused: granted === undefined,
      grantedBytes: granted ?? 0,
      // A refused file is told what the others take: its own part is released.
      usedBytes: usedBytes - fileBytes + (granted ?? 0),
      allowedBytes: toLimitBytes(mediaMegabytes),
    }
  })
}

/** The file has this size from now on, whatever was reserved. Idempotent. */
export async function settleMedia(
  { db, mediaQuota }: MediaQuotaDeps,
  { companyId, key }: QuotaFile,
  sizeBytes: number,
): Promise<void> {
  await db.withTenant(companyId, (tx) => mediaQuota.settle(tx, companyId, key, sizeBytes))
}

/** The store is asked about the file in an hour, unless it is settled or released. Idempotent. */
export async function unsettleMedia(
  { db, clock, mediaQuota }: MediaQuotaDeps,
  { companyId, key }: QuotaFile,
): Promise<void> {
  const file = { companyId, key, unsettledAt: clock.now() }
  await db.withTenant(companyId, (tx) => mediaQuota.unsettle(tx, file))
}

/** The file's bytes are free. Idempotent. */
export async function releaseMedia(
  { db, mediaQuota }: MediaQuotaDeps,
  { companyId, key }: QuotaFile,
): Promise<void> {
  await db.withTenant(companyId, (tx) => mediaQuota.release(tx, companyId, key))
}
