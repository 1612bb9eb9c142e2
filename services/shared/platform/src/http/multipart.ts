import { rm } from 'node:fs/promises'

import type { Uploads } from '@balcao/contracts'
import { AppError, sanitizeFileName } from '@balcao/kernel'
import type { Request, Response } from 'express'
import multer, { MulterError } from 'multer'

import { detectFileMimeType } from '../media/magic-bytes'
import { createLogger } from '../telemetry/logger'
import { watchSlowBody } from './slow-body'

const log = createLogger('http')

/** A file of a multipart request, on disk until the handler has settled. */
export interface UploadedFile {
  field: string
  /** As the sender named it, without folders and control characters, at most 200 characters. */
  originalName: string
  /** By magic bytes, never by claim. */
  mimeType: string
  claimedMimeType: string
  sizeBytes: number
  path: string
}

export interface Upload {
  fields: Record<string, unknown>
  files: UploadedFile[]
  /** Deletes the files. Call it when the handler has settled, however it did. */
  discard(): Promise<void>
}

const FIELD_LIMITS = { fields: 50, fieldNameSize: 100, fieldSize: 256 * 1024, headerPairs: 50, parts: 70 }

const tooLarge = new Set(['LIMIT_FILE_SIZE', 'LIMIT_FIELD_VALUE', 'LIMIT_PART_COUNT', 'LIMIT_FIELD_COUNT'])

function uploadError(error: unknown): AppError {
  if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE')
    return new AppError('ERR_MEDIA_TOO_LARGE')
  if (error instanceof MulterError && tooLarge.has(error.code)) return new AppError('ERR_BODY_TOO_LARGE')
  // Busboy's complaints about broken parts are plain Errors; a full disk is not the sender's fault.
  if (
    error instanceof Error &&
    'code' in error &&
    ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES'].includes(String(error.code))
  ) {
    return new AppError('ERR_UNAVAILABLE', { cause: error })
  }
  return new AppError('ERR_MALFORMED_REQUEST', {
    detail: error instanceof Error ? error.message : 'broken multipart',
    cause: error,
  })
}

async function describe(file: Express.Multer.File): Promise<UploadedFile> {
  if (file.size === 0) throw new AppError('ERR_MEDIA_EMPTY')
  return {
    field: file.fieldname,
    originalName: sanitizeFileName(file.originalname),
    mimeType: await detectFileMimeType(file.path),
    claimedMimeType: file.mimetype,
    sizeBytes: file.size,
    path: file.path,
  }
}

const parse = (
  middleware: ReturnType<ReturnType<typeof multer>['array']>,
  request: Request,
  response: Response,
) =>
  new Promise<void>((resolve, reject) => {
    middleware(request, response, (error: unknown) =>
      error === undefined || error === null ? resolve() : reject(uploadError(error)),
    )
  })

/* What is still being written when the folder goes would make it come back: the removal is tried again. */
const removeFolder = (folder: string) =>
  rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })

/**
 * Answers the caller first and ends their connection then: a body that trickles in is not waited for.
 * The folder goes when the receiver has let go of it.
 */
function closeAfterAnswer(
  request: Request,
  response: Response,
  parsed: Promise<void>,
  folder: string,
): Promise<void> {
  response.setHeader('connection', 'close')
  response.once('close', () => request.destroy())
  return parsed
    .catch(() => undefined)
    .then(() => removeFolder(folder))
    .catch((error: unknown) => log.warn({ err: error }, 'an upload could not be removed'))
}

export const isMultipart = (request: Request): boolean =>
  /^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? '')

/** Where and how much a multipart request may write. */
export interface UploadTarget {
  uploads: Uploads
  /** Exists, for this request alone. */
  folder: string
  maxFileBytes: number
  slowAfterMs: number
  /** Called once, when nothing of the request is read or written any more and its folder is gone. */
  onGone(): void
}

/**
 * Reads a multipart request into temporary files in its folder.
 * @throws {AppError} ERR_MEDIA_TOO_LARGE, ERR_MEDIA_EMPTY, ERR_BODY_TOO_LARGE, ERR_MALFORMED_REQUEST; nothing is left behind then.
 */
export async function receiveUpload(
  request: Request,
  response: Response,
  target: UploadTarget,
): Promise<Upload> {
  const { uploads, folder, maxFileBytes, slowAfterMs } = target
  const discard = () => removeFolder(folder).finally(target.onGone)
  // `defParamCharset` is newer than the published types: browsers send file names in UTF-8.
  const options: multer.Options & { defParamCharset: 'utf8' } = {
    storage: multer.diskStorage({ destination: folder }),
    defParamCharset: 'utf8',
    limits: { ...FIELD_LIMITS, fileSize: maxFileBytes, files: uploads.maxCount },
  }
  const receiver = multer(options)
  const watch = watchSlowBody(request, slowAfterMs)
  const parsed = parse(receiver.array(uploads.field, uploads.maxCount), request, response)
  let hasArrived = false
  const arrived = parsed.finally(() => (hasArrived = true))
  try {
    await Promise.race([arrived, watch.tooSlow])
    const received = Array.isArray(request.files) ? request.files : []
    const files = await Promise.all(received.map(describe))
    return { fields: { ...(request.body as Record<string, unknown>) }, files, discard }
  } catch (error) {
    if (hasArrived) {
      request.resume()
      await discard()
    } else void closeAfterAnswer(request, response, arrived, folder).finally(target.onGone)
    throw error
  } finally {
    watch.stop()
  }
}
