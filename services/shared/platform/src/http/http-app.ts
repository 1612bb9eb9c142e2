import { AppError } from '@balcao/kernel'
import express, { type Application, type ErrorRequestHandler, type RequestHandler } from 'express'

import { accessLog } from './access-log'
import { sendError } from './answers'
import { setEdgeSettings, type EdgeSettings } from './edge-settings'
import { requestId } from './request-id'
import { allowedOrigins, securityHeaders, sharedFiles, type SecurityOptions } from './security-headers'

export interface HttpAppOptions extends SecurityOptions {
  edge: EdgeSettings
  /** Proxies whose `x-forwarded-for` is used: a number of hops, or addresses. Empty: none. */
  trustedProxies: number | readonly string[]
}

/* This path contains a new password: `originalUrl` is masked, routing uses `url`. */
const maskSecrets: RequestHandler = (request, _response, next) => {
  if (/^\/+resetpasswords\//i.test(request.originalUrl)) request.originalUrl = '/resetpasswords/*/*/*'
  next()
}

const notFound: RequestHandler = (request, response) =>
  sendError(request, response, new AppError('ERR_NOT_FOUND'))

const handleError: ErrorRequestHandler = (error: unknown, request, response, _next) =>
  sendError(request, response, error)

/**
 * The express app that a host mounts its routers in. `mount` adds them after the common middleware
 * (id, log, headers, origins) and before the 404 and error handlers.
 */
export function createHttpApp(options: HttpAppOptions, mount: (app: Application) => void): Application {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')
  app.set(
    'trust proxy',
    typeof options.trustedProxies === 'number' ? options.trustedProxies : [...options.trustedProxies],
  )
  app.enable('case sensitive routing')
  setEdgeSettings(app, options.edge)
  app.use(maskSecrets, requestId, accessLog, securityHeaders(options))
  if (options.allowedOrigins.length > 0) app.use(allowedOrigins(options)).use('/public', sharedFiles)
  mount(app)
  app.use(notFound)
  app.use(handleError)
  return app
}
