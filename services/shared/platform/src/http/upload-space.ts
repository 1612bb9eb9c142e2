import { mkdir, statfs } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'

import type { Uploads } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

/** Prefix of every request's folder; the sweep recognises leftovers by it. */
export const UPLOAD_PREFIX = 'up-'

/* Allowance for form fields and part boundaries. */
const FORM_OVERHEAD_BYTES = 16 * 1024 * 1024

/** Bytes of a request, or its content-length. @throws {AppError} ERR_BODY_TOO_LARGE for more than its files may have. */
export function readExpectedBytes(request: IncomingMessage, uploads: Uploads, maxFileBytes: number): number {
  const most = uploads.maxCount * maxFileBytes + FORM_OVERHEAD_BYTES
  const told = request.headers['content-length']
  const bytes = told === undefined ? maxFileBytes : Number(told)
  if (bytes > most) throw new AppError('ERR_BODY_TOO_LARGE', { limitBytes: maxFileBytes })
  return bytes
}

/**
 * Creates the folder if needed, and checks that its volume keeps the reserve after the upload.
 * @throws {AppError} ERR_MEDIA_STORE_FULL when it would not.
 */
export async function ensureFreeSpace(
  folder: string,
  expectedBytes: number,
  reserveBytes: number,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize - expectedBytes >= reserveBytes) return
  throw new AppError('ERR_MEDIA_STORE_FULL', {
    detail: `the volume of ${folder} has less than its reserve left (UPLOAD_RESERVE_MB)`,
  })
}
