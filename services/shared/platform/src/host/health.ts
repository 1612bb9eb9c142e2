import { AppError, type Database } from '@balcao/kernel'
import express, { type Request, type Router } from 'express'

import { query } from '../postgres'
import { sendError } from '../http/answers'
import { isLocalCaller, isSameToken, toCaller } from '../http/local-caller'
import { metricsText } from '../telemetry/metrics'

export interface ProbeDeps {
  /** Of each service: its schema on each primary. One that answers serves its companies. */
  databases: readonly (readonly Database[])[]
  /** Components that are not ready, by name; empty when everything runs. */
  problems(): string[]
}

/** Access to `/metrics`. */
export interface MetricsAccess {
  /** Bearer token that grants access. */
  token: string | undefined
  /** Access without a token: all clients in a pod, where the network limits who reaches the port, while no token is set. */
  withoutToken: 'everyone' | 'this machine' | 'no one'
}

const ASK_DATABASE_EVERY_MS = 1_000

/* A replica answers, too, and takes no writes. */
async function isPrimary(db: Database): Promise<boolean> {
  const [row] = await db.asPlatform((tx) =>
    query<{ is_primary: boolean }>(tx, 'SELECT NOT pg_is_in_recovery() AS is_primary'),
  )
  return row?.is_primary === true
}

/* Cached: several probes a second must not become database load. */
function databaseCheck(databases: ProbeDeps['databases']): () => Promise<boolean> {
  let askedAt = -Infinity
  let answer: Promise<boolean> = Promise.resolve(false)
  const answers = (db: Database) => isPrimary(db).catch(() => false)
  const answersSomewhere = async (primaries: readonly Database[]) =>
    (await Promise.all(primaries.map(answers))).some(Boolean)
  const ask = async () => (await Promise.all(databases.map(answersSomewhere))).every(Boolean)
  return () => {
    if (performance.now() - askedAt > ASK_DATABASE_EVERY_MS) {
      askedAt = performance.now()
      answer = ask()
    }
    return answer
  }
}

function mayReadMetrics(request: Request, { token, withoutToken }: MetricsAccess): boolean {
  const sent = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (isSameToken(sent, token)) return true
  if (withoutToken === 'this machine') return isLocalCaller(toCaller(request))
  return withoutToken === 'everyone' && token === undefined
}

/** `/healthz` (the process is alive) and `/readyz` (it can serve: database, listeners, consumers). */
export function probesRouter({ databases, problems }: ProbeDeps): Router {
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
  return router
}

/** `/metrics`. Never on a port that customers reach. */
export function metricsRouter(access: MetricsAccess): Router {
  const router = express.Router()
  router.get('/metrics', async (request, response) => {
    if (!mayReadMetrics(request, access)) {
      response.setHeader('www-authenticate', 'Bearer')
      return sendError(request, response, new AppError('ERR_UNAUTHORIZED'))
    }
    response.type('text/plain; version=0.0.4').send(await metricsText())
  })
  return router
}
