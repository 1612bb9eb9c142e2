import { rm } from 'node:fs/promises'

import type { Uploads } from '@balcao/contracts'
import { AppError, sanitizeFileName } from '@balcao/kernel'
import type { Request, Response } from 'express'
import multer, { MulterError } from 'multer'

import { detectFileMimeType } from '../media/magic-bytes'
import { createLogger } from '../telemetry/logger'
import { watchSlowBody } from './slow-body'

const log = createLogger('http')

/** A file of a multipart request, on disk until the handler has finished. */
export interface UploadedFile {
  field: string
  /** The sender's file name, without folders and control characters, at most 200 characters. */
  originalName: string
  /** Detected from the first bytes, not claimed. */
  mimeType: string
  claimedMimeType: string
  sizeBytes: number
  path: string
}

export interface Upload {
  fields: Record<string, unknown>
  files: UploadedFile[]
  /** Deletes the files. Call it when the handler has finished or failed. */
  discard(): Promise<void>
}

const FIELD_LIMITS = { fields: 50, fieldNameSize: 100, fieldSize: 256 * 1024, headerPairs: 50, parts: 70 }

const tooLarge = new Set(['LIMIT_FILE_SIZE', 'LIMIT_FIELD_VALUE', 'LIMIT_PART_COUNT', 'LIMIT_FIELD_COUNT'])

function uploadError(error: unknown, limitBytes: number): AppError {
  if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE')
    return new AppError('ERR_MEDIA_TOO_LARGE', { limitBytes })
  if (error instanceof MulterError && tooLarge.has(error.code)) return new AppError('ERR_BODY_TOO_LARGE')
  // Busboy throws plain Errors for broken parts; a full disk is not the sender's fault.
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
  maxFileBytes: number,
) =>
  new Promise<void>((resolve, reject) => {
    middleware(request, response, (error: unknown) =>
      error === undefined || error === null ? resolve() : reject(uploadError(error, maxFileBytes)),
    )
  })

/* A write in progress may recreate the folder: the removal is retried. */
const removeFolder = (folder: string) =>
  rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })

/**
 * Answers first and closes the connection then: the rest of a slow body is not awaited.
 * The folder is removed when the parser has finished.
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

/** Target folder and limits of a multipart request. */
export interface UploadTarget {
  uploads: Uploads
  /** Exists, for this request alone. */
  folder: string
  maxFileBytes: number
  slowAfterMs: number
  /** Called once, when the request is fully read and its folder is removed. */
  onGone(): void
}

/**
 * Reads a multipart request into temporary files in its folder.
 * @throws {AppError} ERR_MEDIA_TOO_LARGE, ERR_MEDIA_EMPTY, ERR_BODY_TOO_LARGE, ERR_MALFORMED_REQUEST; no file remains then.
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
  const parsed = parse(receiver.array(uploads.field, uploads.maxCount), request, response, maxFileBytes)
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
