import * as contracts from '@balcao/contracts'
import { AppError, type Service } from '@balcao/kernel'
import express, { type Application, type Router } from 'express'

import { createExportLinks } from '../companies'
import { createHttpApp, createHttpEdge, routeBySegment, type HttpAppOptions } from '../http'
import { mediaRouter } from '../media'
import { buildAsyncApi, buildOpenApi, docsRouter } from '../openapi'
import { mountCompanyExportRoutes } from './company-export.routes'
import { mountDeadEventRoutes } from './dead-events.routes'
import { metricsRouter, probesRouter, type MetricsAccess } from './health'
import type { Runtime } from './runtime'
import { listRoutes } from './list-routes'
import { hashInlineScripts, serveWebFiles } from './web-files'

export interface AppOptions {
  runtime: Runtime
  services: readonly Service[]
  http: HttpAppOptions
  /** Folder of the built web app, where this process serves it. */
  webFolder?: string
  metrics: MetricsAccess
}

/* The host's own routes are served with auth, which every installation has; the key of their tickets is auth's alone. */
function createOperatorRouters({ runtime, services }: AppOptions): Router[] {
  const auth = services.find(({ name }) => name === 'auth')
  if (!auth) return []
  if (!auth.exportSecret) throw new AppError('ERR_INTERNAL', { detail: 'auth names no exportSecret' })
  const ports = runtime.portsFor('auth')
  const edge = createHttpEdge(ports, 'auth')
  mountDeadEventRoutes(edge, runtime.hostClients)
  const links = createExportLinks(auth.exportSecret, ports.clock)
  mountCompanyExportRoutes(edge, { ...ports, hostClients: runtime.hostClients, links })
  return [edge.router]
}

/* With all services in this process: the endpoints it serves; otherwise every endpoint of the contracts. */
function listDocumentedEndpoints({ runtime }: AppOptions, routers: readonly Router[]) {
  const endpoints = contracts.listEndpoints(contracts)
  if (!runtime.rpc.hostsEveryService) return endpoints
  const served = new Set(routers.flatMap(listRoutes))
  return endpoints.filter(({ method, path }) => served.has(`${method.toUpperCase()} ${path}`))
}

export const createProbes = ({ runtime, services }: AppOptions, problems: () => string[]): Router =>
  probesRouter({
    databases: services.map(({ name }) => runtime.portsFor(name).primaries.map(({ db }) => db)),
    problems,
  })

/** The app on the customers' port. `probes` are absent where only the operators' port serves them. */
export function createApp(options: AppOptions, probes: Router | undefined): Application {
  const { runtime, services, http, webFolder } = options
  const routers = [
    ...createOperatorRouters(options),
    ...services.flatMap(({ http: router }) => (router ? [router] : [])),
  ]
  const [first] = services
  const scriptHashes = webFolder ? hashInlineScripts(webFolder) : []
  return createHttpApp({ ...http, scriptHashes }, (app) => {
    if (probes) app.use(probes)
    // Every service has a copy of the directory; with several in a process the first is used.
    if (first) app.use(mediaRouter(runtime.portsFor(first.name)))
    app.use(
      docsRouter({
        openapi: () => buildOpenApi(listDocumentedEndpoints(options, routers), contracts.PRODUCT_VERSION),
        asyncapi: () => buildAsyncApi(contracts.PRODUCT_VERSION),
      }),
    )
    if (webFolder) app.use(serveWebFiles(webFolder))
    app.use(routeBySegment(routers))
  })
}

/** Probes and metrics only, for the operators' port. */
export function createOpsApp(options: AppOptions, probes: Router): Application {
  const app = express()
  app.disable('x-powered-by')
  app.use(probes, metricsRouter(options.metrics))
  return app
}
