import { mkdir, statfs } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'

import type { Uploads } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

/** Every request's folder begins with it; what sweeps up after a death knows them by it. */
export const UPLOAD_PREFIX = 'up-'

/* Fields beside the files, with the lines between the parts. */
const FORM_OVERHEAD_BYTES = 16 * 1024 * 1024

/** Bytes a request may bring, or says it brings. @throws {AppError} ERR_BODY_TOO_LARGE for more than its files may have. */
export function readExpectedBytes(request: IncomingMessage, uploads: Uploads, maxFileBytes: number): number {
  const most = uploads.maxCount * maxFileBytes + FORM_OVERHEAD_BYTES
  const told = request.headers['content-length']
  const bytes = told === undefined ? maxFileBytes : Number(told)
  if (bytes > most) throw new AppError('ERR_BODY_TOO_LARGE')
  return bytes
}

/**
 * Makes the folder if need be, and sees that its volume keeps its reserve when the request has arrived.
 * @throws {AppError} ERR_UNAVAILABLE when it would not.
 */
export async function ensureFreeSpace(
  folder: string,
  expectedBytes: number,
  reserveBytes: number,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize - expectedBytes >= reserveBytes) return
  throw new AppError('ERR_UNAVAILABLE', {
    detail: `the volume of ${folder} has less than its reserve left (UPLOAD_RESERVE_MB)`,
  })
}
