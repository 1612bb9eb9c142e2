import { rm } from 'node:fs/promises'
import path from 'node:path'

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import * as contracts from '@balcao/contracts'
import { freePort, temporaryFolder } from '@balcao/testkit'

import {
  createApiCall,
  createWholeCompany,
  type Answer,
  type Call,
  type WholeCompany,
} from './support/company'
import { plainResources } from './support/plain-resources'
import { spawnDesk, type SpawnedDesk } from './support/spawn-desk'
import { attempts, withoutIds } from './support/tenancy-attempts'
import { fillIds, listIds, unknownIds, type Ids } from './support/tenancy-ids'

/*
 * Every route with an id, called by one company with another's, in a session and with an API key that may do what keys may: the answer
 * must be identical to that for an unknown id, and the other company's data must not change.
 */

const endpoints = contracts.listEndpoints(contracts)

/* The simulated network belongs to no company: a route for loopback callers. */
const routes = endpoints
  .filter(({ path }) => !path.startsWith('/simulator/'))
  .map(({ method, path }) => `${method} ${path}`)

/* Routes of plain resources; lists that take a filter with an id have an attempt. */
const LISTING = ['searchParam', 'pageNumber', 'sort']
const narrowsById = ({ query }: contracts.AnyEndpoint) =>
  Object.keys(query?.fields ?? {}).some((field) => !LISTING.includes(field))
const ofPlain = new Set(
  plainResources.flatMap(({ path, byId }) => [
    ...['get', 'put', 'delete'].map((method) => `${method} ${byId}`),
    `post ${path}`,
    ...endpoints
      .filter((one) => one.method === 'get' && one.path === path && !narrowsById(one))
      .map(() => `get ${path}`),
  ]),
)

let dataDir: string
let desk: SpawnedDesk
let aurora: WholeCompany
let boreal: WholeCompany
let withKey: Call

const makeKey = async (company: WholeCompany, name: string, scopes: readonly string[]): Promise<string> =>
  (await company.call<{ key: string }>('post', '/api-keys', { name, scopes })).body.key

beforeAll(async () => {
  dataDir = await temporaryFolder('tenancy')
  desk = await spawnDesk({ dataDir, port: await freePort(), env: { DEMO: 'off', LOG_LEVEL: 'error' } })
  aurora = await createWholeCompany(desk.url, 'Aurora', '5511977770001')
  boreal = await createWholeCompany(desk.url, 'Boreal', '5511977770001')
  withKey = createApiCall(desk.url, await makeKey(aurora, 'Tudo', contracts.allScopes))
})

afterAll(async () => {
  await desk.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const withoutRequestId = ({ status, body }: Answer) => {
  if (typeof body !== 'object' || body === null) return { status, body }
  const { requestId: _requestId, ...rest } = body as Record<string, unknown>
  return { status, body: Array.isArray(body) ? body : rest }
}

it('has an attempt for every route of the contracts', () => {
  const missing = routes.filter((route) => !attempts[route] && !withoutIds.has(route) && !ofPlain.has(route))
  expect(missing).toEqual([])
})

it('reads its own with the key, and no more than the keys of companies are for', async () => {
  const list = await withKey<{ tickets: unknown[] }>('get', '/tickets?showAll=true')
  expect({ status: list.status, count: list.body.tickets.length }).toEqual({ status: 200, count: 1 })
  expect((await withKey('post', '/users', {})).status).toBe(403)
})

describe.each(Object.entries(attempts))('%s', (route, tries) => {
  it.each(tries.map((attempt, index) => [index + 1, attempt] as const))(
    'answers a foreign id as an unknown one (position %i)',
    async (_position, attempt) => {
      const method = route.split(' ')[0]!
      const own = listIds(aurora)
      for (const call of [aurora.call, withKey]) {
        const ask = async (foreign: Ids) =>
          withoutRequestId(
            await call(method, fillIds(attempt.path, foreign, own), attempt.body?.(own, foreign)),
          )
        const unknown = await ask(unknownIds)
        const foreign = await ask(listIds(boreal))
        expect(foreign).toEqual(unknown)
        expect(foreign.status).not.toBe(429)
        expect(foreign.status).toBeLessThan(500)
        expect(JSON.stringify(foreign.body)).not.toContain('Boreal')
      }
    },
  )
})

/* The platform's own are for super users. */
describe.each(plainResources.filter(({ access }) => access !== 'super'))(
  '$byId',
  ({ path, byId, example }) => {
    it('answers the id of another company as an unknown one, and keeps the record', async () => {
      const { id } = (await boreal.call<{ id: number }>('post', path, example)).body
      expect(id).toBeGreaterThan(0)
      const before = await boreal.call('get', `${path}/${id}`)
      for (const call of [aurora.call, withKey])
        for (const method of ['get', 'put', 'delete']) {
          const ask = async (asked: number) =>
            withoutRequestId(await call(method, `${path}/${asked}`, method === 'put' ? example : undefined))
          expect([byId, method, await ask(id)]).toEqual([byId, method, await ask(unknownIds.company)])
        }
      expect(withoutRequestId(await boreal.call('get', `${path}/${id}`))).toEqual(withoutRequestId(before))
      expect(before.status).toBe(200)
    })
  },
)

it('left everything of the other company as it was', async () => {
  const { call } = boreal
  expect((await call('get', `/tickets/${boreal.ticket.id}`)).body).toMatchObject({ status: 'open', tags: [] })
  expect((await call('get', `/contacts/${boreal.ticket.contactId}`)).body).toMatchObject({
    name: 'Cliente Boreal',
  })
  expect((await call('get', `/queue/${boreal.queue.id}`)).body).toMatchObject({ name: 'Fila Boreal' })
  expect((await call('get', `/quick-messages/${boreal.quickMessage.id}`)).body).toMatchObject({
    message: 'texto de Boreal',
  })
  expect((await call('get', `/chats/${boreal.chat.id}`)).body).toMatchObject({
    title: 'Conversa Boreal',
    users: [{ userId: boreal.userId }],
    lastMessage: expect.stringMatching(/: recado de Boreal$/) as string,
  })
  expect((await call('get', `/files/${boreal.fileList.id}`)).body).toMatchObject({
    name: 'Arquivos Boreal',
    options: [{ name: 'tabela', media: null }],
  })
  expect((await call('get', `/tags/${boreal.tag.id}`)).body).toMatchObject({ name: boreal.tag.name })
  expect((await call('get', `/queue-options?queueId=${boreal.queue.id}`)).body).toMatchObject([
    { title: 'Opção Boreal', mediaName: null },
  ])
  expect((await call('get', `/whatsapp/${boreal.connection.id}`)).body).toMatchObject({
    name: 'Zap Boreal',
    status: 'CONNECTED',
  })
  expect((await call('get', `/schedules/${boreal.schedule.id}`)).body).toMatchObject({
    body: 'lembrete de Boreal',
  })
  expect((await call('get', '/api-keys')).body).toMatchObject({
    count: 1,
    apiKeys: [{ name: 'Chave Boreal', queueIds: [] }],
  })
  expect((await call('get', '/webhooks')).body).toMatchObject({
    webhooks: [{ url: 'https://boreal.example.test/', state: 'enabled', previousSecretUntil: null }],
  })
  const { body } = await call<contracts.MessagesPage>('get', `/messages/${boreal.ticket.id}`)
  expect(body.messages.map((message) => message.body)).toEqual([
    'segredo de Boreal',
    'resposta de Boreal',
    'anexo',
  ])
})

it('gives a program over MCP what its key is for, and nothing of another company', async () => {
  const scopes = ['messages:read', 'tickets:read']
  const key = await makeKey(aurora, 'MCP', scopes)
  const program = path.join(__dirname, '../../../integrations/mcp/bin/balcao-mcp.mjs')
  const client = new Client({ name: 'test', version: '1' })
  const environment = { BALCAO_URL: desk.url, BALCAO_API_KEY: key }
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program], env: environment }),
  )
  const read = (ticketId: number) => client.callTool({ name: 'read_conversation', arguments: { ticketId } })
  expect(JSON.stringify(await read(aurora.ticket.id))).toContain('segredo de Aurora')
  const foreign = await read(boreal.ticket.id)
  expect(foreign).toEqual(await read(unknownIds.ticket))
  expect(foreign).toMatchObject({ isError: true })
  await client.close()
})

it('serves media only to the company that the link was made for, and for that object', async () => {
  const own = aurora.media.mediaUrl!
  const theirs = boreal.media.mediaUrl!
  const get = (link: string) => aurora.call('get', link)
  expect((await get(own)).status).toBe(200)
  for (const link of [own, theirs]) expect((await createApiCall(desk.url)('get', link)).status).toBe(401)
  const [ownPath, ownQuery] = own.split('?')
  const [theirPath] = theirs.split('?')
  const unknown = await get(`${ownPath!.replace(/[0-9a-f]{8}/, '00000000')}?${ownQuery}`)
  const forged = await get(`${theirPath}?${ownQuery}`)
  const bare = await get(theirPath!)
  const foreign = await get(theirs)
  expect(forged.status).toBe(404)
  for (const answer of [forged, foreign]) expect(withoutRequestId(answer)).toEqual(withoutRequestId(unknown))
  expect(bare.status).toBe(404)
})

it('gives an anonymous caller the public list only', async () => {
  const anonymous = createApiCall(desk.url)
  for (const endpoint of endpoints) {
    if (endpoint.access === 'public' || endpoint.path.startsWith('/simulator/')) continue
    const target = contracts.fillPath(
      endpoint,
      Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, 1])),
    )
    const { status } = await anonymous(endpoint.method, target, endpoint.method === 'get' ? undefined : {})
    expect({ target, method: endpoint.method, status }).toEqual({
      target,
      method: endpoint.method,
      status: 401,
    })
  }
})
