import type { CompanyId } from '@balcao/contracts'

/** A file of a company, by the object key that it has or will have. */
export interface QuotaFile {
  companyId: CompanyId
  key: string
}

export interface MediaGrant {
  /** What the file may have, from its first byte on; `Infinity` where the plan has no limit. */
  grantedBytes: number
}

/**
 * The account of the bytes that each company's media take, against what its plan allows. billing owns it; the blob store that services
 * get asks it for every file, so that no caller has to.
 */
export interface MediaQuota {
  /**
   * Counts bytes before they are stored; a repeat for the same file raises what it has. An account that nobody settles is compared
   * with the store an hour later.
   * @param bytes `least`: what the file needs now; `wanted`: what it may need, granted where it is free.
   * @throws {AppError} ERR_MEDIA_QUOTA_REACHED with used and allowed bytes; ERR_NO_COMPANY_FOUND
   */
  reserve(file: QuotaFile, bytes: { least: number; wanted: number }): Promise<MediaGrant>
  /** The file is stored and has this size. Idempotent. */
  settle(file: QuotaFile, sizeBytes: number): Promise<void>
  /** Called before a file is deleted: should the deletion be cut off, the store is asked an hour later. Idempotent. */
  unsettle(file: QuotaFile): Promise<void>
  /** The file is not stored: its bytes are free. Idempotent. */
  release(file: QuotaFile): Promise<void>
}
