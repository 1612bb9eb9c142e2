import { randomUUID } from 'node:crypto'

import type { RequestHandler, Response } from 'express'

const SANE_ID = /^[A-Za-z0-9._:-]{8,64}$/

/** The caller's `x-request-id` when it is well-formed, else a new one. */
export const readRequestId = (response: Response): string => {
  const locals: Record<string, unknown> = response.locals
  if (typeof locals.requestId === 'string') return locals.requestId
  const asked = response.req.headers['x-request-id']
  const requestId = typeof asked === 'string' && SANE_ID.test(asked) ? asked : randomUUID()
  locals.requestId = requestId
  if (!response.headersSent) response.setHeader('x-request-id', requestId)
  return requestId
}

export const requestId: RequestHandler = (_request, response, next) => {
  readRequestId(response)
  next()
}
