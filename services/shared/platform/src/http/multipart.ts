import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'

import type { Uploads } from '@balcao/contracts'
import { AppError, shownFileName } from '@balcao/kernel'
import type { Request, Response } from 'express'
import multer, { MulterError } from 'multer'

import { mimeTypeOfFile } from '../media/magic-bytes'

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
    originalName: shownFileName(file.originalname),
    mimeType: await mimeTypeOfFile(file.path),
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

export const isMultipart = (request: Request): boolean =>
  /^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? '')

/**
 * Reads a multipart request into temporary files below `uploadDir`, one folder per request.
 * @throws {AppError} ERR_MEDIA_TOO_LARGE, ERR_MEDIA_EMPTY, ERR_BODY_TOO_LARGE, ERR_MALFORMED_REQUEST; nothing is left behind then.
 */
export async function receiveUpload(
  request: Request,
  response: Response,
  uploads: Uploads,
  uploadDir: string,
  maxBytes: number,
): Promise<Upload> {
  await mkdir(uploadDir, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(path.join(uploadDir, 'up-'))
  const discard = () => rm(folder, { recursive: true, force: true })
  // `defParamCharset` is newer than the published types: browsers send file names in UTF-8.
  const options: multer.Options & { defParamCharset: 'utf8' } = {
    storage: multer.diskStorage({ destination: folder }),
    defParamCharset: 'utf8',
    limits: { ...FIELD_LIMITS, fileSize: maxBytes, files: uploads.maxCount },
  }
  const receiver = multer(options)
  try {
    await parse(receiver.array(uploads.field, uploads.maxCount), request, response)
    const received = Array.isArray(request.files) ? request.files : []
    const files = await Promise.all(received.map(describe))
    return { fields: { ...(request.body as Record<string, unknown>) }, files, discard }
  } catch (error) {
    request.resume()
    await discard()
    throw error
  }
}
