import type { Database } from '@balcao/kernel'
import express, { type Router } from 'express'

import { query } from '../postgres'
import { metricsText } from '../telemetry/metrics'

export interface HealthDeps {
  databases: readonly Database[]
  /** What is not ready yet, by name; empty when everything runs. */
  problems(): string[]
  /** Bearer that may read `/metrics`; without one only callers on this machine may. */
  metricsToken: string | undefined
  /** Only those who may read metrics reach this door at all. */
  isPrivate?: boolean
}

const ASK_DATABASE_EVERY_MS = 1_000

/* A probe every second from several sides must not become load. */
function databaseCheck(databases: readonly Database[]): () => Promise<boolean> {
  let askedAt = -Infinity
  let answer: Promise<boolean> = Promise.resolve(false)
  const ask = () =>
    Promise.all(databases.map((db) => db.asPlatform((tx) => query(tx, 'SELECT 1')))).then(
      () => true,
      () => false,
    )
  return () => {
    if (performance.now() - askedAt > ASK_DATABASE_EVERY_MS) {
      askedAt = performance.now()
      answer = ask()
    }
    return answer
  }
}

const isLoopback = (address: string | undefined): boolean => /^(::ffff:)?127\.|^::1$/.test(address ?? '')

/** `/healthz` (the process lives), `/readyz` (it can serve: database, listeners, consumers) and `/metrics`. */
export function healthRouter({ databases, problems, metricsToken, isPrivate = false }: HealthDeps): Router {
  const router = express.Router()
  const isDatabaseUp = databaseCheck(databases)
  router.get('/healthz', (_request, response) => {
    response.locals.route = '/healthz'
    response.json({ status: 'ok' })
  })
  router.get('/readyz', async (_request, response) => {
    response.locals.route = '/readyz'
    const missing = [...problems(), ...((await isDatabaseUp()) ? [] : ['database'])]
    response
      .status(missing.length === 0 ? 200 : 503)
      .json({ status: missing.length === 0 ? 'ready' : 'not ready', missing })
  })
  router.get('/metrics', async (request, response, next) => {
    response.locals.route = '/metrics'
    const isAllowed = metricsToken
      ? request.headers.authorization === `Bearer ${metricsToken}`
      : isPrivate || isLoopback(request.socket.remoteAddress)
    if (!isAllowed) return next()
    response.type('text/plain; version=0.0.4').send(await metricsText())
  })
  return router
}
