import { rm } from 'node:fs/promises'
import { createServer, request as ask, type Server } from 'node:http'
import path from 'node:path'

import { freePort, temporaryFolder } from '@balcao/testkit'

import { spawnDesk } from './support/spawn-desk'

/* The one address of a cluster on one machine, before two processes of tickets of which one ends. */

const FRONT = path.join(__dirname, '../../../scripts/support/front-proxy.mjs')
const CALLS = 6

type Front = Awaited<ReturnType<typeof spawnDesk>>

let dataDir: string
let front: Front
let dying: Server
let living: Server
const seen: string[] = []
/* As a process that is killed while it has the request. */
let diesUnderRequests = false

async function listen(server: Server): Promise<string> {
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return `http://127.0.0.1:${port}`
}

const answering = (name: string) =>
  createServer((request, response) => {
    if (name === 'dying' && diesUnderRequests) return void request.socket.destroy()
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      seen.push(`${name} ${request.method} ${body}`)
      response.end(JSON.stringify({ name }))
    })
  })

const end = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

const call = async (method: string, body?: string) => {
  const answer = await fetch(`${front.url}/tickets`, { method, ...(body === undefined ? {} : { body }) })
  return { status: answer.status, body: await answer.json() }
}

const callAll = async (method: string, body?: string) => {
  const answers = []
  for (let n = 0; n < CALLS; n += 1) answers.push(await call(method, body))
  return answers
}

const upgrade = () =>
  new Promise<number | undefined>((resolve, reject) => {
    const asked = ask(`${front.url}/tickets`, { headers: { connection: 'Upgrade', upgrade: 'websocket' } })
    asked.on('upgrade', (answer, socket) => {
      socket.destroy()
      resolve(answer.statusCode)
    })
    asked.on('error', reject)
    asked.end()
  })

beforeAll(async () => {
  dataDir = await temporaryFolder('front-proxy')
  dying = answering('dying')
  living = answering('living')
  const targets = { tickets: [await listen(dying), await listen(living)] }
  front = await spawnDesk({
    program: [FRONT],
    dataDir,
    port: await freePort(),
    env: { FRONT_TARGETS: JSON.stringify(targets) },
  })
})
afterAll(async () => {
  await front.stop()
  await end(living)
  await rm(dataDir, { recursive: true, force: true })
})

it('asks both in turn', async () => {
  const names = (await callAll('GET')).map(({ body }) => body)
  expect(names.filter((body) => (body as { name: string }).name === 'dying')).toHaveLength(CALLS / 2)
})

it('asks the other one when a process ends under a request that changes nothing twice, and says so of others', async () => {
  diesUnderRequests = true
  expect(new Set((await callAll('GET')).map(({ status }) => status))).toEqual(new Set([200]))
  const posted = await callAll('POST', 'once')
  expect(posted.filter(({ status }) => status === 200)).toHaveLength(CALLS / 2)
  expect(posted.filter(({ status }) => status !== 200)).toEqual(
    Array.from({ length: CALLS / 2 }, () => ({ status: 502, body: { error: 'ERR_UNAVAILABLE' } })),
  )
})

it('sends nothing to a process that does not listen, bodies and upgrades neither', async () => {
  await end(dying)
  seen.length = 0
  expect(new Set((await callAll('POST', 'whole')).map(({ status }) => status))).toEqual(new Set([200]))
  expect(seen).toEqual(Array.from({ length: CALLS }, () => 'living POST whole'))

  living.on('upgrade', (_request, socket) => {
    socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  })
  for (let n = 0; n < CALLS; n += 1) expect(await upgrade()).toBe(101)
})

it('says when none listens', async () => {
  await end(living)
  expect(await call('GET')).toEqual({ status: 503, body: { error: 'ERR_UNAVAILABLE' } })
})
