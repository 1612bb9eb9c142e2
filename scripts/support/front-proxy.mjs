// The one address of a cluster on this machine, as an ingress is of a real one: the web app's pages, and every other request
// to a process of the service whose path it is. PORT, HOST; FRONT_TARGETS: JSON of service → base URLs.
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { Readable } from 'node:stream'

import { createProxyServer } from 'httpxy'

import { at } from './project.mjs'

const require = createRequire(import.meta.url)
const { KEEP_ALIVE_MS, isLocalCaller, findServiceByPath, serveWebFiles, toCaller } = require(
  at('services/shared/platform/dist/index.js'),
)
const express = createRequire(at('services/shared/platform/package.json'))('express')

const targets = JSON.parse(process.env.FRONT_TARGETS ?? '{}')
const WEB = at('web/dist')

let turn = 0
/* Those of the service, beginning with another one each time. */
function listTargets(request) {
  const urls = targets[findServiceByPath(new URL(request.url, 'http://front').pathname)] ?? []
  turn += 1
  return urls.map((_, index) => urls[(turn + index) % urls.length])
}

/* A body is read once: whether a process listens is asked before it is sent. */
const listens = (target) =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(target)
    const socket = connect({ host: hostname, port: Number(port) })
    const end = (answer) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })

async function findListening(urls) {
  for (const [index, target] of urls.entries())
    if (await listens(target)) return { target, others: urls.slice(index + 1) }
  return undefined
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

/* Of a process that ended under it a request is repeated elsewhere, where that changes nothing twice. */
const isRepeatable = ({ method }) => ['GET', 'HEAD', 'DELETE'].includes(method)

function refuse(response, status, error) {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error }))
}

async function forward(request, response, urls, sent = request) {
  const found = await findListening(urls)
  if (!found) return refuse(response, 503, 'ERR_UNAVAILABLE')
  try {
    await proxy.web(request, response, { target: found.target, buffer: sent })
  } catch (error) {
    if (response.headersSent || response.destroyed) return response.destroy()
    // It has no body, and its end was read.
    if (error.code === 'ECONNRESET' && isRepeatable(request))
      return forward(request, response, found.others, Readable.from([]))
    refuse(response, 502, 'ERR_UNAVAILABLE')
  }
}

const app = express()
app.disable('x-powered-by')
app.get('/healthz', (_request, response) => void response.json({ status: 'ok' }))
if (existsSync(at('web/dist/index.html'))) app.use(serveWebFiles(WEB))
app.use((request, response) => {
  showSimulatorToken(request)
  const urls = listTargets(request)
  if (urls.length === 0) refuse(response, 404, 'ERR_NOT_FOUND')
  else void forward(request, response, urls)
})

const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, app)
server.on('upgrade', (request, socket, head) => {
  socket.on('error', () => socket.destroy())
  void findListening(listTargets(request)).then((found) => {
    if (!found) return socket.destroy()
    proxy.ws(request, socket, { target: found.target }, head).catch(() => socket.destroy())
  })
})

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
