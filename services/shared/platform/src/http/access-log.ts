import type { Session } from '@balcao/kernel'
import type { RequestHandler } from 'express'

import { companyUse } from '../telemetry/company-use'
import { createLogger } from '../telemetry/logger'
import { histogram } from '../telemetry/metrics'
import { readRequestId } from './request-id'

const log = createLogger('access')
const duration = histogram('balcao_http_request_ms', 'Time to answer an HTTP request, in milliseconds')

interface Locals {
  route?: string
  service?: string
  session?: Session
  apiKeyId?: number
  code?: string
  /** Of the request's span, which has ended when the line is written. */
  trace?: Record<string, string>
}

/**
 * One line and one measurement per request, with the route's pattern instead of the path: paths, queries, bodies and
 * headers contain names, numbers and secrets.
 */
export const accessLog: RequestHandler = (request, response, next) => {
  const startedAt = performance.now()
  response.once('close', () => {
    const { route = 'other', service = 'host', session, apiKeyId, code, trace }: Locals = response.locals
    const ms = Math.round((performance.now() - startedAt) * 100) / 100
    duration.record(ms, { method: request.method, route, status: response.statusCode })
    if (session) companyUse.add('requests', session.companyId, ms)
    log.info({
      ...trace,
      requestId: readRequestId(response),
      method: request.method,
      route,
      service,
      status: response.statusCode,
      ms,
      ...(code === undefined ? {} : { code }),
      ...(session === undefined ? {} : { companyId: session.companyId, userId: session.userId }),
      ...(apiKeyId === undefined ? {} : { apiKeyId }),
      ...(response.writableFinished ? {} : { reason: 'caller went away' }),
    })
  })
  next()
}
