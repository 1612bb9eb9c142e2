import * as contracts from '@balcao/contracts'
import type { Service } from '@balcao/kernel'
import express, { type Application, type Router } from 'express'

import { createHttpApp, createHttpEdge, type HttpAppOptions } from '../http'
import { mediaRouter } from '../media'
import { docsRouter, endpointsAmong, openApiOf } from '../openapi'
import { deadEventRoutes } from './dead-events.routes'
import { metricsRouter, probesRouter, type MetricsAccess } from './health'
import type { Machine } from './runtime'
import { routesOf } from './list-routes'
import { inlineScriptHashes, webFiles } from './web-files'

export interface AppOptions {
  machine: Machine
  services: readonly Service[]
  http: HttpAppOptions
  /** The built web app, where this process serves it. */
  webFolder?: string
  metrics: MetricsAccess
}

/* What the host itself serves to people lies with auth, which every installation has. */
function operations({ machine, services }: AppOptions): Router[] {
  if (!services.some(({ name }) => name === 'auth')) return []
  const edge = createHttpEdge(machine.portsOf('auth'), 'auth')
  deadEventRoutes(edge, machine.house)
  return [edge.router]
}

/* Documented is what the installation serves: here that is known, apart it is every contract. */
function documented({ machine }: AppOptions, routers: readonly Router[]) {
  const endpoints = endpointsAmong(contracts)
  if (!machine.rpc.isWhole) return endpoints
  const served = new Set(routers.flatMap(routesOf))
  return endpoints.filter(({ method, path }) => served.has(`${method.toUpperCase()} ${path}`))
}

export const probesOf = ({ machine, services }: AppOptions, problems: () => string[]): Router =>
  probesRouter({ databases: services.map(({ name }) => machine.portsOf(name).db), problems })

/** What people and programs call. `probes` are absent where only the listener for operations has them. */
export function createApp(options: AppOptions, probes: Router | undefined): Application {
  const { machine, services, http, webFolder } = options
  const routers = [
    ...operations(options),
    ...services.flatMap(({ http: router }) => (router ? [router] : [])),
  ]
  const [first] = services
  const scriptHashes = webFolder ? inlineScriptHashes(webFolder) : []
  return createHttpApp({ ...http, scriptHashes }, (app) => {
    if (probes) app.use(probes)
    // Every service has the directory of sessions; with several in a process any of them will do.
    if (first) app.use(mediaRouter(machine.portsOf(first.name)))
    app.use(docsRouter(() => openApiOf(documented(options, routers), contracts.PRODUCT_VERSION)))
    if (webFolder) app.use(webFiles(webFolder))
    for (const router of routers) app.use(router)
  })
}

/** Probes and metrics only, for a port that no customer reaches. */
export function createOpsApp(options: AppOptions, probes: Router): Application {
  const app = express()
  app.disable('x-powered-by')
  app.use(probes, metricsRouter(options.metrics))
  return app
}
