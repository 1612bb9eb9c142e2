import { rm } from 'node:fs/promises'
import { connect } from 'node:net'

import * as contracts from '@balcao/contracts'
import { strictHandling, type AnyEndpoint } from '@balcao/contracts'
import { freePort, temporaryFolder } from '@balcao/testkit'

import { createApiCall, createWholeCompany, type WholeCompany } from './support/company'
import { spawnDesk, type SpawnedDesk } from './support/spawn-desk'

/* Hostile and broken input on every route: a 4xx from the catalogue, never a 5xx, never a crash. */

const endpoints = contracts.listEndpoints(contracts)

const LONE_SURROGATE = '\ud800'
const badIds = [
  '0',
  '-1',
  '01',
  ' 1',
  '1.0',
  '1e3',
  '0x10',
  '9007199254740993',
  '99999999999',
  'NaN',
  '%00',
  '..%2f..%2fetc',
  "1'--",
  '[1]',
  '{}',
]

const badValues: unknown[] = [
  null,
  true,
  -1,
  1e309,
  { $gt: '' },
  { $ne: null },
  [],
  [['x']],
  { toString: 'x' },
  'a\u0000b',
  `a${LONE_SURROGATE}`,
  'x'.repeat(100_000),
  "'; DROP TABLE tickets; --",
  '__proto__',
]

const handlings = ['handling=strict', 'handling=lenient']

const badBodies: [string, string, string][] = [
  ['not JSON', 'application/json', '{'],
  ['an empty body', 'application/json', ''],
  ['a bare string', 'application/json', '"x"'],
  ['an array', 'application/json', '[1,2]'],
  ['null', 'application/json', 'null'],
  ['a deep nest', 'application/json', '['.repeat(20_000) + ']'.repeat(20_000)],
  ['a huge body', 'application/json', JSON.stringify({ body: 'x'.repeat(3_000_000) })],
  [
    'a polluting key',
    'application/json',
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  ],
  ['an unknown field', 'application/json', '{"unknownField":1}'],
  ['xml', 'application/xml', '<a/>'],
  ['a form', 'application/x-www-form-urlencoded', 'a=1&b[$ne]=2'],
  ['multipart without a boundary', 'multipart/form-data', 'x'],
  [
    'multipart cut short',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="medias"; filename="a"\r\n\r\nabc',
  ],
  [
    'multipart with an empty name',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name=""\r\n\r\nx\r\n--b--\r\n',
  ],
  [
    'multipart with a nested name',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="a[__proto__][x]"\r\n\r\nx\r\n--b--\r\n',
  ],
  [
    'multipart with a stranger file',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="evil"; filename="../../x"\r\n\r\nx\r\n--b--\r\n',
  ],
  ['latin-1 JSON', 'application/json; charset=latin1', '{"name":"x"}'],
]

let dataDir: string
let desk: SpawnedDesk
let company: WholeCompany

beforeAll(async () => {
  dataDir = await temporaryFolder('bad-input')
  desk = await spawnDesk({
    dataDir,
    port: await freePort(),
    env: { DEMO: 'off', LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '0' },
  })
  company = await createWholeCompany(desk.url, 'Aurora', '5511977770001')
})

afterAll(async () => {
  await desk.stop()
  await rm(dataDir, { recursive: true, force: true })
})

afterEach(async () => {
  expect((await createApiCall(desk.url)('get', '/healthz')).status).toBe(200)
})

/** Fills a path with ids that do not exist. */
const samplePath = (endpoint: AnyEndpoint) =>
  endpoint.path.replace(/:(\w+)/g, (_match, name: string) =>
    /uuid|messageId/.test(name)
      ? '00000000-0000-7000-8000-000000000000'
      : name === 'key'
        ? 'userRating'
        : '2000000000',
  )

const tokenFor = (endpoint: AnyEndpoint) => (endpoint.access === 'public' ? undefined : company.token)

async function expectRefusal(endpoint: AnyEndpoint, target: string, init: RequestInit, what: string) {
  const token = tokenFor(endpoint)
  const response = await fetch(`${desk.url}${target}`, {
    method: endpoint.method.toUpperCase(),
    ...init,
    headers: { ...strictHandling, ...init.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
  })
  const text = await response.text()
  const where = `${endpoint.method} ${target.slice(0, 100)} with ${what}`
  expect({
    where,
    status: response.status,
    body: text.slice(0, 200),
    ok: response.status >= 400 && response.status < 500,
  }).toMatchObject({ ok: true })
  const { error } = JSON.parse(text) as { error: string }
  expect({ where, known: contracts.isErrorCode(error) || error.startsWith('{') }).toEqual({
    where,
    known: true,
  })
  expect(text).not.toMatch(/at .+:\d+:\d+|SELECT |syntax error|node_modules/)
}

const takesBody = endpoints.filter(
  ({ body, method, path: route }) => body && method !== 'get' && !/whatsappsession/.test(route),
)

describe.each(takesBody.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s',
  (_name, endpoint) => {
    it('refuses broken bodies', async () => {
      const { fields } = endpoint.body?.describe() as { fields: Record<string, { optional: boolean }> }
      const mayBeEmpty = Object.values(fields).every(({ optional }) => optional)
      for (const [what, type, body] of badBodies) {
        if (mayBeEmpty && body === '') continue
        await expectRefusal(endpoint, samplePath(endpoint), { headers: { 'content-type': type }, body }, what)
      }
    })

    it('refuses every field of a wrong type or shape', async () => {
      const described = endpoint.body?.describe() as {
        fields: Record<string, { type: string; optional: boolean }>
      }
      for (const [field, { type }] of Object.entries(described.fields)) {
        if (type === 'mixed') continue
        for (const [value, prefer] of badValues.flatMap((bad) =>
          handlings.map((name) => [bad, name] as const),
        )) {
          const body = JSON.stringify({ [field]: value })
          const token = tokenFor(endpoint)
          const response = await fetch(`${desk.url}${samplePath(endpoint)}`, {
            method: endpoint.method.toUpperCase(),
            headers: {
              'content-type': 'application/json',
              prefer,
              ...(token ? { authorization: `Bearer ${token}` } : {}),
            },
            body,
          })
          const answer = await response.text()
          expect({
            field,
            prefer,
            value: String(body).slice(0, 60),
            status: response.status < 500,
            answer: response.status < 500 ? '' : answer,
          }).toMatchObject({ status: true })
        }
      }
    })
  },
)

const takesId = endpoints.filter(
  ({ params, access }) => params && access !== 'super' && access !== 'api-token',
)

it.each(takesId.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s refuses ids that are none',
  async (_name, endpoint) => {
    for (const id of badIds) {
      const target = endpoint.path.replace(/:(\w+)/, id)
      await expectRefusal(
        endpoint,
        target,
        endpoint.body ? { headers: { 'content-type': 'application/json' }, body: '{}' } : {},
        `id ${id}`,
      )
    }
  },
)

const badQueries = [
  'pageNumber=0',
  'pageNumber=-1',
  'pageNumber=1e9',
  'pageNumber=x',
  'queueIds=[',
  'queueIds={"$ne":1}',
  'queueIds=[1.5]',
  'tags=["x"]',
  'users=[[1]]',
  'status=opened',
  'date=2026-02-31',
  'date=0001-01-01',
  'updatedAt=x',
  'showAll=maybe',
  'searchParam=%00',
  `searchParam=${'x'.repeat(5_000)}`,
  'contactId=abc',
]

it.each(badQueries)('the ticket list refuses or ignores ?%s', async (query) => {
  const { status } = await company.call('get', `/tickets?${query}`)
  expect({ query: query.slice(0, 40), refused: status >= 400 && status < 500 }).toEqual({
    query: query.slice(0, 40),
    refused: true,
  })
})

it.each([
  'searchParam=%ed%a0%80',
  'searchParam[$ne]=x',
  'searchParam=a&searchParam=b',
  '__proto__[x]=1',
  'a[b][c]=1',
  'searchParam=%25_%5C',
  "searchParam=')|('",
])('the ticket list survives ?%s', async (query) => {
  expect((await company.call('get', `/tickets?${query}`)).status).toBeLessThan(500)
})

it.each([
  '/public/m/../../../../etc/passwd',
  '/public/m/..%2f..%2f..%2fetc%2fpasswd',
  '/public/m/%2e%2e/%2e%2e/etc/passwd',
  '/public/m/..%5c..%5cetc',
  '/public/m//etc/passwd',
  '/public/m/%00',
  '/public/m/companies/1',
  '/public/.git/config',
  '/%2e%2e%2fpackage.json',
  '/assets/..%2f..%2fpackage.json',
  '/%',
  '/tickets/%zz',
])('answers %s with nothing', async (target) => {
  const { status, body } = await rawGet(target)
  expect({ target, status: status < 500 }).toEqual({ target, status: true })
  expect(body).not.toMatch(/root:x:0|"workspaces"|\[core\]/)
})

/** A raw socket: an HTTP client would normalise the path. */
function rawGet(target: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(desk.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET ${target} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`),
    )
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
    socket.on('end', () =>
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), body: text }),
    )
    socket.on('error', reject)
  })
}

it.each([
  ['an inbound without messages', {}],
  [
    '501 messages',
    { messages: Array.from({ length: 501 }, () => ({ connection: 1, number: '5511900000000' })) },
  ],
  ['a number with letters', { messages: [{ connection: 1, number: 'abc' }] }],
  ['an operator', { messages: [{ connection: { $gt: 0 }, number: '5511900000000' }] }],
  ['a NUL', { messages: [{ connection: 1, number: '5511900000000', body: 'a\u0000' }] }],
  ['a lone surrogate', { messages: [{ connection: 1, number: '5511900000000', body: LONE_SURROGATE }] }],
  [
    'media that is no base64',
    {
      messages: [
        {
          connection: 1,
          number: '5511900000000',
          media: { name: 'a', mimeType: 'image/png', base64: '!!!' },
        },
      ],
    },
  ],
  [
    'an unknown connection',
    { messages: [{ connection: 2_000_000_000, number: '5511900000000', body: 'x' }] },
  ],
])('the simulated phone refuses %s', async (_what, body) => {
  const { status } = await createApiCall(desk.url)('post', '/simulator/inbound', body)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
})

it('leaves no prototype polluted and no message behind', async () => {
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  const { body } = await company.call<contracts.MessagesPage>('get', `/messages/${company.ticket.id}`)
  expect(body.messages).toHaveLength(3)
})
