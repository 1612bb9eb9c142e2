import type { AnyEndpoint } from '@balcao/contracts'
import type { Request, Response } from 'express'

import type { EdgeSettings } from './edge-settings'
import { isMultipart, receiveUpload, type UploadedFile } from './multipart'
import { formToBody } from './validate'

export type { UploadedFile } from './multipart'

export interface FormBody {
  body: Record<string, unknown>
  files: UploadedFile[]
  discard(): Promise<void>
}

/** The multipart body of an endpoint that takes files, or undefined for any other request. */
export async function formBodyOf(
  request: Request,
  response: Response,
  endpoint: AnyEndpoint,
  settings: EdgeSettings,
): Promise<FormBody | undefined> {
  if (!endpoint.uploads || !isMultipart(request)) return undefined
  const { fields, files, discard } = await receiveUpload(
    request,
    response,
    endpoint.uploads,
    settings.uploadDir,
    settings.maxUploadBytes,
  )
  try {
    return { body: endpoint.body ? formToBody(endpoint.body, fields) : {}, files, discard }
  } catch (error) {
    await discard()
    throw error
  }
}
