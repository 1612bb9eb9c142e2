import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'

import type { AnyEndpoint, Uploads } from '@balcao/contracts'
import type { Request, Response } from 'express'
import { isRecord } from '@balcao/kernel'

import type { ActiveEdgeSettings } from './edge-settings'
import { isMultipart, receiveUpload, type Upload, type UploadedFile } from './multipart'
import { countedAddress } from './network-prefix'
import { ensureFreeSpace, readExpectedBytes, UPLOAD_PREFIX } from './upload-space'
import { parseJson } from './json-body'
import { formToBody, ValidationFailed } from './validate'

export type { UploadedFile } from './multipart'

export interface FormBody {
  body: Record<string, unknown>
  files: UploadedFile[]
  discard(): Promise<void>
}

/* The slot is held from before the first byte until the last file is deleted. */
async function receive(
  request: Request,
  response: Response,
  uploads: Uploads,
  edge: ActiveEdgeSettings,
): Promise<Upload> {
  const { uploadDir, maxUploadBytes: maxFileBytes, uploadLimits, uploadSlots } = edge
  const expectedBytes = readExpectedBytes(request, uploads, maxFileBytes)
  const onGone = uploadSlots.take(countedAddress(request.ip ?? ''))
  let folder: string
  try {
    await ensureFreeSpace(uploadDir, expectedBytes, uploadLimits.reserveBytes)
    folder = await mkdtemp(path.join(uploadDir, UPLOAD_PREFIX))
  } catch (error) {
    onGone()
    throw error
  }
  const { slowAfterMs } = uploadLimits
  return receiveUpload(request, response, { uploads, folder, maxFileBytes, slowAfterMs, onGone })
}

/* The fields of a form, with those that one of them has as JSON. */
function withJsonFields(
  { body: field = '' }: Uploads,
  fields: Record<string, unknown>,
): Record<string, unknown> {
  const { [field]: text, ...others } = fields
  if (typeof text !== 'string') return fields
  const parsed = parseJson(Buffer.from(text))
  if (!isRecord(parsed)) throw new ValidationFailed({ [field]: 'must be an object' })
  return { ...others, ...parsed }
}

/**
 * The multipart body of an endpoint that takes files; undefined for any other request. Call it after the caller is identified.
 * @throws {AppError} ERR_TOO_MANY_REQUESTS, ERR_MEDIA_STORE_FULL, and the codes of `receiveUpload`.
 */
export async function readFormBody(
  request: Request,
  response: Response,
  endpoint: AnyEndpoint,
  edge: ActiveEdgeSettings,
): Promise<FormBody | undefined> {
  if (!endpoint.uploads || !isMultipart(request)) return undefined
  const { fields, files, discard } = await receive(request, response, endpoint.uploads, edge)
  try {
    const given = withJsonFields(endpoint.uploads, fields)
    return { body: endpoint.body ? formToBody(endpoint.body, given) : {}, files, discard }
  } catch (error) {
    await discard()
    throw error
  }
}
