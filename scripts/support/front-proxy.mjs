// The one address of a cluster on this machine, as an ingress is of a real one: the web app's pages, and every other request
// to a process of the service whose path it is. PORT, HOST; FRONT_TARGETS: JSON of service → base URLs.
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'

import { createProxyServer } from 'httpxy'

import { at } from './project.mjs'

const require = createRequire(import.meta.url)
const { KEEP_ALIVE_MS, isLocalCaller, findServiceByPath, serveWebFiles, toCaller } = require(
  at('services/shared/platform/dist/index.js'),
)
const express = createRequire(at('services/shared/platform/package.json'))('express')

const targets = JSON.parse(process.env.FRONT_TARGETS ?? '{}')
const WEB = at('web/dist')
const RETRYABLE = new Set(['ECONNREFUSED', 'ECONNRESET'])

let turn = 0
/* Tries one process after the other; `attempt` skips one that is down. */
const chooseTarget = (request, attempt) => {
  const urls = targets[findServiceByPath(new URL(request.url, 'http://front').pathname)] ?? []
  if (attempt === 0) turn += 1
  return attempt < Math.max(urls.length, 1) ? urls[(turn + attempt) % urls.length] : undefined
}

const host = process.env.HOST ?? '127.0.0.1'
/* A listener on loopback is reachable from this machine only: services treat its callers as local. */
const isOpen = !/^(127\.|::1$|localhost$)/.test(host)
const proxy = createProxyServer({ xfwd: isOpen, proxyTimeout: 60_000 })

/* Pods require the simulator token; it is added for programs on this machine. */
function showSimulatorToken(request) {
  const token = process.env.SIMULATOR_TOKEN
  if (token && request.url.startsWith('/simulator/') && !isOpen && isLocalCaller(toCaller(request)))
    request.headers['x-simulator-token'] = token
}

/* Safe to retry: a refused connection has sent nothing. */
const hasBody = (request) => !['GET', 'HEAD', 'DELETE'].includes(request.method)

async function forward(request, response, attempt = 0) {
  const target = chooseTarget(request, attempt)
  if (target === undefined) {
    response.writeHead(attempt === 0 ? 404 : 503, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: attempt === 0 ? 'ERR_NOT_FOUND' : 'ERR_UNAVAILABLE' }))
    return
  }
  try {
    await proxy.web(request, response, { target })
  } catch (error) {
    const isFresh = !response.headersSent && !response.destroyed
    const isSafe =
      error.code === 'ECONNREFUSED' ? !hasBody(request) || !request.readableDidRead : !hasBody(request)
    if (isFresh && RETRYABLE.has(error.code) && isSafe) return forward(request, response, attempt + 1)
    if (isFresh) {
      response.writeHead(502, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: 'ERR_UNAVAILABLE' }))
    } else response.destroy()
  }
}

const app = express()
app.disable('x-powered-by')
app.get('/healthz', (_request, response) => void response.json({ status: 'ok' }))
if (existsSync(at('web/dist/index.html'))) app.use(serveWebFiles(WEB))
app.use((request, response) => {
  showSimulatorToken(request)
  void forward(request, response)
})

const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, app)
server.on('upgrade', (request, socket, head) => {
  socket.on('error', () => socket.destroy())
  const target = chooseTarget(request, 0)
  if (target === undefined) return socket.destroy()
  proxy.ws(request, socket, { target }, head).catch(() => socket.destroy())
})
proxy.on('error', () => undefined)

server.listen(Number(process.env.PORT ?? 8080), host, () => {
  const { address, port } = server.address()
  process.stdout.write(`front proxy ready: http://${address}:${port}\n`)
})
const stop = () => {
  server.close(() => process.exit(0))
  server.closeAllConnections()
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
