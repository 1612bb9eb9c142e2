import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, request as httpRequest, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

import {
  array,
  companyId,
  endpoint,
  errorCodes,
  flag,
  idField,
  idText,
  ignored,
  mixed,
  number,
  object,
  pageNumber,
  route,
  searchParam,
  text,
  type Sent,
  userId,
} from '@balcao/contracts'
import { AppError, systemClock, type ServicePorts, type Session } from '@balcao/kernel'

import { createHttpApp } from '../src/http/http-app'
import { createHttpEdge } from '../src/http/http-edge'
import { createRateLimits } from '../src/http/rate-limits'

/* A service of a few routes behind the real edge; sessions by name of the token, entitlements by company. */

const session = (patch: Partial<Session>): Session => ({
  userId: userId(1),
  companyId: companyId(1),
  name: 'Ana',
  profile: 'user',
  super: false,
  allTicket: false,
  queueIds: [],
  tokenVersion: 1,
  dueAt: null,
  ...patch,
})

const sessions: Record<string, Session> = {
  ana: session({}),
  admin: session({ userId: userId(2), profile: 'admin' }),
  super: session({ userId: userId(3), super: true, dueAt: new Date('2020-01-01') }),
  late: session({ userId: userId(4), dueAt: new Date('2020-01-01') }),
  other: session({ userId: userId(5), companyId: companyId(2) }),
}

const ports = {
  clock: systemClock,
  tokens: {
    verify: async (token: string) => {
      if (token === 'stale') throw new AppError('ERR_SESSION_EXPIRED')
      const known = sessions[token]
      if (!known) throw new AppError('ERR_UNAUTHORIZED')
      return { userId: known.userId, companyId: known.companyId, tokenVersion: 1 }
    },
  },
  sessions: {
    resolve: async (claims: { userId: number }) =>
      Object.values(sessions).find((known) => known.userId === claims.userId),
  },
  rpc: {
    billing: {
      getEntitlements: async (request: { companyId: number }) => ({
        plan: { useKanban: request.companyId === 1 },
      }),
    },
  },
} as unknown as ServicePorts

const noteBody = object({
  title: text(50).trim().min(2).required(),
  count: number().strict(true).integer().min(0).default(3),
  tags: array(idField().required()).max(5).optional(),
  nested: object({ deep: text(10).optional() }).optional(),
  quoted: mixed().nullable().optional(),
  companyId: ignored(),
})

const noteQuery = object({ pageNumber: pageNumber(), searchParam: searchParam(), all: flag().optional() })

const echo = endpoint(
  route('post', '/notes/:noteId').with<{
    query: Sent<typeof noteQuery>
    body: Sent<typeof noteBody>
    answer: unknown
  }>(),
  {
    access: 'user',
    params: object({ noteId: idText().required() }),
    query: noteQuery,
    body: noteBody,
    uploads: { field: 'medias', maxCount: 2 },
    tag: 'notes',
    summary: '',
  },
)
const read = endpoint(route('get', '/notes').with<{ answer: unknown }>(), {
  access: 'user',
  tag: 'notes',
  summary: '',
})
const open = endpoint(route('get', '/open').with<{ answer: unknown }>(), {
  access: 'public',
  tag: 'notes',
  summary: '',
})
const kanban = endpoint(route('get', '/kanban').with<{ answer: unknown }>(), {
  access: 'user',
  plan: 'useKanban',
  tag: 'notes',
  summary: '',
})
const adminOnly = endpoint(route('get', '/admin').with<{ answer: unknown }>(), {
  access: 'admin',
  pastDue: true,
  tag: 'notes',
  summary: '',
})
const superOnly = endpoint(route('get', '/super').with<{ answer: unknown }>(), {
  access: 'super',
  tag: 'notes',
  summary: '',
})
const api = endpoint(route('post', '/api').with<{ answer: unknown }>(), {
  access: 'api-token',
  body: object({}),
  tag: 'notes',
  summary: '',
})
const empty = endpoint(route('delete', '/notes').with<{ answer: undefined }>(), {
  access: 'user',
  status: 204,
  tag: 'notes',
  summary: '',
})
const broken = endpoint(route('get', '/broken').with<{ answer: unknown }>(), {
  access: 'public',
  tag: 'notes',
  summary: '',
})
const conflict = endpoint(route('get', '/conflict').with<{ answer: unknown }>(), {
  access: 'public',
  tag: 'notes',
  summary: '',
})
const wide = endpoint(route('get', '/wide').with<{ answer: unknown }>(), {
  access: 'public',
  tag: 'notes',
  summary: '',
})
const loginBody = object({ email: text(255).required(), ok: mixed().optional() })
const loginLike = endpoint(
  route('post', '/login').with<{ body: Sent<typeof loginBody>; answer: unknown }>(),
  {
    access: 'public',
    rate: 'login',
    body: loginBody,
    tag: 'notes',
    summary: '',
  },
)

const callers = new Map([['a-token-of-ours', { id: 7 }]])

const uploadDir = path.join(mkdtempSync(path.join(tmpdir(), 'balcao-edge-')), 'uploads')
let server: Server
let url: string
let seenFiles: { path: string; text: string }[] = []

beforeAll(async () => {
  const edge = createHttpEdge(ports, 'tickets')
  edge.route(echo, async ({ params, query, body, files, session: caller }) => {
    seenFiles = await Promise.all(
      files.map(async (file) => ({ path: file.path, text: await readFile(file.path, 'utf8') })),
    )
    const shown = files.map(({ field, originalName, mimeType, sizeBytes }) => ({
      field,
      originalName,
      mimeType,
      sizeBytes,
    }))
    return { params, query, body, files: shown, by: caller.name }
  })
  for (const plain of [read, open, kanban, adminOnly, superOnly])
    edge.route(plain, async () => ({ ok: true }))
  edge.routeByToken(
    api,
    async (token) => {
      const caller = callers.get(token)
      if (!caller) throw new AppError('ERR_UNAUTHORIZED')
      return caller
    },
    async ({ caller, files }) => ({ caller, files: files.length }),
  )
  edge.route(empty, async () => {})
  edge.route(broken, async () => {
    throw new Error('SELECT secret FROM passwords')
  })
  edge.route(conflict, async () => {
    throw new AppError('ERR_OTHER_OPEN_TICKET', { wire: '{"id":9}' })
  })
  edge.route(wide, async () => ({ text: 'ç'.repeat(5_000) }))
  edge.route(loginLike, async ({ body }) => {
    if (body.ok !== true) throw new AppError('ERR_INVALID_CREDENTIALS')
    return { ok: true }
  })
  const app = createHttpApp(
    {
      allowedOrigins: ['https://app.example'],
      isHttps: false,
      trustedProxies: [],
      edge: { rateLimits: createRateLimits(), uploadDir, maxUploadBytes: 100_000 },
    },
    (root) => root.use(edge.router),
  )
  server = createServer(app).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const as = (token: string, headers: Record<string, string> = {}) => ({
  authorization: `Bearer ${token}`,
  ...headers,
})

const post = (pathname: string, body: unknown, headers: Record<string, string> = as('ana')) =>
  fetch(`${url}${pathname}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
  })

const get = (pathname: string, headers: Record<string, string> = {}) =>
  fetch(`${url}${pathname}`, { headers })

const readAnswer = async (response: Response) => ({
  status: response.status,
  body: (await response.json()) as Record<string, unknown>,
})

describe('who may call', () => {
  it.each([
    ['no header', {}],
    ['an empty header', { authorization: '' }],
    ['an empty token', { authorization: 'Bearer ' }],
    ['blanks', { authorization: 'Bearer    ' }],
    ['undefined', { authorization: 'Bearer undefined' }],
    ['another scheme', { authorization: 'Basic YTpi' }],
    ['an unknown token', { authorization: 'Bearer nobody' }],
    ['a huge token', { authorization: `Bearer ${'a'.repeat(8_000)}` }],
  ])('is anonymous with %s', async (_name, headers) => {
    expect(await readAnswer(await get('/notes', headers))).toMatchObject({
      status: 401,
      body: { error: 'ERR_UNAUTHORIZED' },
    })
    expect(await readAnswer(await get('/kanban', headers))).toMatchObject({ status: 401 })
  })

  it('is asked to refresh with a token past its time', async () => {
    expect(await readAnswer(await get('/notes', as('stale')))).toMatchObject({
      status: 403,
      body: { error: 'ERR_SESSION_EXPIRED' },
    })
  })

  it.each([
    ['/admin', 'ana', 403],
    ['/admin', 'admin', 200],
    ['/admin', 'super', 200],
    ['/super', 'admin', 403],
    ['/super', 'super', 200],
    ['/notes', 'late', 402],
    ['/admin', 'late', 403],
    ['/kanban', 'ana', 200],
    ['/kanban', 'other', 403],
  ])('%s as %s is answered %i', async (pathname, token, status) => {
    expect((await get(pathname, as(token))).status).toBe(status)
  })

  it('names the reason', async () => {
    expect((await readAnswer(await get('/admin', as('ana')))).body.error).toBe('ERR_NO_PERMISSION')
    expect((await readAnswer(await get('/super', as('admin')))).body.error).toBe('ERR_NO_SUPER')
    expect((await readAnswer(await get('/notes', as('late')))).body).toMatchObject({
      error: 'ERR_SUBSCRIPTION_EXPIRED',
      dueDate: '2020-01-01T00:00:00.000Z',
    })
    expect((await readAnswer(await get('/kanban', as('other')))).body.error).toBe('ERR_PLAN_FEATURE_DISABLED')
  })

  it('is told to the handler of an API token', async () => {
    expect(await readAnswer(await post('/api', {}, as('a-token-of-ours')))).toMatchObject({
      status: 200,
      body: { caller: { id: 7 } },
    })
    for (const token of ['anything', 'undefined'])
      expect((await post('/api', {}, as(token))).status).toBe(401)
  })
})

describe('an answer', () => {
  it('has its request id, and takes a sane one from the caller', async () => {
    const made = await get('/open')
    expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect((await get('/open', { 'x-request-id': 'trace-12345' })).headers.get('x-request-id')).toBe(
      'trace-12345',
    )
    expect((await get('/open', { 'x-request-id': 'a b{}' })).headers.get('x-request-id')).toMatch(
      /^[0-9a-f-]{36}$/,
    )
  })

  it('says nothing of a bug', async () => {
    const { status, body } = await readAnswer(await get('/broken'))
    expect(status).toBe(500)
    expect(Object.keys(body).sort()).toEqual(['error', 'requestId'])
    expect(body.error).toBe('ERR_INTERNAL')
  })

  it('carries the wire text of a conflict', async () => {
    expect(await readAnswer(await get('/conflict'))).toMatchObject({
      status: 409,
      body: { error: '{"id":9}' },
    })
  })

  it('is empty with 204, and not cached', async () => {
    const response = await fetch(`${url}/notes`, { method: 'DELETE', headers: as('ana') })
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect((await get('/open')).headers.get('cache-control')).toBe('no-store')
  })

  it('is compressed above 1 kB when the caller takes it', async () => {
    const packed = await get('/wide', { 'accept-encoding': 'gzip' })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(((await packed.json()) as { text: string }).text).toHaveLength(5_000)
    expect((await get('/wide', { 'accept-encoding': 'identity' })).headers.get('content-encoding')).toBeNull()
    expect((await get('/open', { 'accept-encoding': 'gzip' })).headers.get('content-encoding')).toBeNull()
  })

  it('carries the security headers and no CORS for a stranger', async () => {
    const { headers } = await get('/open', { origin: 'https://evil.example' })
    expect(headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('x-powered-by')).toBeNull()
    expect((await get('/open', { origin: 'null' })).headers.get('access-control-allow-origin')).toBeNull()
    const listed = await get('/open', { origin: 'https://app.example' })
    expect(listed.headers.get('access-control-allow-origin')).toBe('https://app.example')
    expect(listed.headers.get('access-control-allow-credentials')).toBe('true')
  })

  it('is a 404 of the catalogue for an unknown path', async () => {
    expect(await readAnswer(await get('/nowhere'))).toMatchObject({
      status: 404,
      body: { error: 'ERR_NOT_FOUND' },
    })
  })
})

describe('what a handler gets', () => {
  it('is cast, trimmed and filled with defaults', async () => {
    const { status, body } = await readAnswer(
      await post('/notes/7?searchParam=oi&all=true&unknown=1', { title: '  hi  ' }),
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      params: { noteId: 7 },
      query: { pageNumber: 1, searchParam: 'oi', all: true },
      body: { title: 'hi', count: 3 },
      by: 'Ana',
    })
  })

  it('has every fault of a refused body by field', async () => {
    const { status, body } = await readAnswer(await post('/notes/7', { title: 'a', count: -1 }))
    expect(status).toBe(400)
    expect(body.error).toBe('ERR_VALIDATION')
    expect(Object.keys(body.fields as object).sort()).toEqual(['count', 'title'])
  })

  it('has files on disk, typed by their bytes, gone after the answer', async () => {
    const form = new FormData()
    form.append('title', 'with files')
    form.append('count', '12')
    form.append('tags', '[1,2]')
    form.append('medias', new Blob(['%PDF-1.7 hi'], { type: 'image/png' }), '../../ação.png')
    form.append('medias', new Blob(['<script>'], { type: 'text/html' }), 'x.html')
    const response = await fetch(`${url}/notes/7`, { method: 'POST', headers: as('ana'), body: form })
    const { status, body } = await readAnswer(response)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      body: { title: 'with files', count: 12, tags: [1, 2] },
      files: [
        { field: 'medias', mimeType: 'application/pdf', sizeBytes: 11 },
        { field: 'medias', originalName: 'x.html', mimeType: 'text/plain', sizeBytes: 8 },
      ],
    })
    expect((body.files as { originalName: string }[])[0]?.originalName).toMatch(/^ação.*\.png$/)
    expect(seenFiles.map((file) => file.text)).toEqual(['%PDF-1.7 hi', '<script>'])
    await waitUntil(() => readdirSync(uploadDir).length === 0)
    expect(seenFiles.filter((file) => existsSync(file.path))).toEqual([])
  })
})

describe('bad input', () => {
  const deep = (levels: number) => `{"title":"ok","quoted":${'['.repeat(levels)}${']'.repeat(levels)}}`
  const bodies: [string, unknown, string][] = [
    ['a number for a text', { title: 5 }, 'ERR_VALIDATION'],
    ['a text for a number', { title: 'ok', count: '12' }, 'ERR_VALIDATION'],
    ['a list for a text', { title: ['ok'] }, 'ERR_VALIDATION'],
    ['an operator object', { title: { $gt: '' } }, 'ERR_VALIDATION'],
    ['null', { title: null }, 'ERR_VALIDATION'],
    ['an unknown key', { title: 'ok', profile: 'admin' }, 'ERR_VALIDATION'],
    ['an unknown nested key', { title: 'ok', nested: { other: 1 } }, 'ERR_VALIDATION'],
    ['a text for an object', { title: 'ok', nested: '{"deep":"a"}' }, 'ERR_VALIDATION'],
    ['a text in a list of ids', { title: 'ok', tags: ['1'] }, 'ERR_VALIDATION'],
    ['a fraction', { title: 'ok', count: 1.5 }, 'ERR_VALIDATION'],
    ['NUL', { title: 'a\u0000b' }, 'ERR_VALIDATION'],
    ['NUL deep in anything', { title: 'ok', quoted: { id: ['\u0000'] } }, 'ERR_VALIDATION'],
    ['a lone surrogate', '{"title":"ab\\ud800"}', 'ERR_VALIDATION'],
    ['a text too long', { title: 'a'.repeat(100_000) }, 'ERR_VALIDATION'],
    ['__proto__', '{"title":"ok","__proto__":{"polluted":1}}', 'ERR_MALFORMED_REQUEST'],
    [
      '__proto__ escaped and deep',
      '{"title":"ok","quoted":{"\\u005f_proto__":{"polluted":1}}}',
      'ERR_MALFORMED_REQUEST',
    ],
    ['constructor', '{"title":"ok","constructor":{"prototype":{"polluted":1}}}', 'ERR_VALIDATION'],
    ['a list as body', [], 'ERR_VALIDATION'],
    ['a text as body', '"x"', 'ERR_VALIDATION'],
    ['null as body', 'null', 'ERR_VALIDATION'],
    ['half a JSON', '{"title":', 'ERR_MALFORMED_REQUEST'],
    ['1e400', '{"title":"ok","count":1e400}', 'ERR_VALIDATION'],
    ['a depth of 100', deep(100), 'ERR_MALFORMED_REQUEST'],
    ['a depth of 100,000', deep(100_000), 'ERR_MALFORMED_REQUEST'],
    [
      '50,000 unknown keys',
      Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`k${index}`, 1])),
      'ERR_VALIDATION',
    ],
  ]

  it.each(bodies)('%s is refused', async (_name, body, code) => {
    const answer = await readAnswer(await post('/notes/7', body))
    expect(answer).toMatchObject({ status: 400, body: { error: code } })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('as invalid UTF-8 is refused', async () => {
    const body = Buffer.concat([Buffer.from('{"title":"a'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')])
    expect(await readAnswer(await post('/notes/7', body))).toMatchObject({
      status: 400,
      body: { error: 'ERR_MALFORMED_REQUEST' },
    })
  })

  it.each([
    ['no content type', { 'content-type': '' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['XML', { 'content-type': 'application/xml' }],
    ['a look-alike', { 'content-type': 'application/jsonp' }],
  ])('of %s is refused', async (_name, headers) => {
    const response = await post('/notes/7', '{"title":"ok"}', as('ana', headers as Record<string, string>))
    expect(await readAnswer(response)).toMatchObject({
      status: 400,
      body: { error: 'ERR_MALFORMED_REQUEST' },
    })
  })

  it('in multipart where no files are taken is refused', async () => {
    const form = new FormData()
    form.append('email', 'a@b.c')
    const response = await fetch(`${url}/login`, { method: 'POST', body: form })
    expect(await readAnswer(response)).toMatchObject({
      status: 400,
      body: { error: 'ERR_MALFORMED_REQUEST' },
    })
  })

  it('that is compressed is refused unread', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const response = await post('/notes/7', bomb, as('ana', { 'content-encoding': 'gzip' }))
    expect(await readAnswer(response)).toMatchObject({
      status: 400,
      body: { error: 'ERR_MALFORMED_REQUEST' },
    })
  })

  it('of more than 1 MiB is refused, announced or not', async () => {
    const huge = JSON.stringify({ title: 'a'.repeat(10_000_000) })
    expect(await readAnswer(await post('/notes/7', huge))).toMatchObject({
      status: 413,
      body: { error: 'ERR_BODY_TOO_LARGE' },
    })
    const status = await new Promise((resolve, reject) => {
      const chunked = httpRequest(
        `${url}/notes/7`,
        { method: 'POST', headers: as('ana', { 'content-type': 'application/json' }) },
        (response) => {
          response.resume()
          resolve(response.statusCode)
        },
      )
      chunked.on('error', reject)
      for (let part = 0; part < 40; part++) chunked.write('a'.repeat(100_000))
      chunked.end()
    })
    expect(status).toBe(413)
  })

  it.each([
    '0',
    '-1',
    '01',
    '1.0',
    '1e3',
    '0x10',
    '9007199254740993',
    '%201',
    'abc',
    '%00',
    "1'--",
    '1e309',
    '２',
  ])('as id %s is a 400', async (id) => {
    expect(await readAnswer(await post(`/notes/${id}`, { title: 'ok' }))).toMatchObject({ status: 400 })
  })

  it.each([
    'pageNumber=0',
    'pageNumber=-1',
    'pageNumber=1e9',
    'pageNumber=abc',
    'pageNumber=1&pageNumber=2',
    'all=maybe',
    'searchParam=%00',
    'searchParam=a&searchParam=b',
  ])('as query %s is a 400', async (query) => {
    expect(await readAnswer(await post(`/notes/7?${query}`, { title: 'ok' }))).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
  })

  it('in brackets of a query is an unknown key', async () => {
    const { body } = await readAnswer(
      await post('/notes/7?searchParam[$ne]=x&__proto__[polluted]=1', { title: 'ok' }),
    )
    expect(body.query).toEqual({ pageNumber: 1, searchParam: '' })
  })

  it.each(['%', '%ff', '%e0%a4%a', '..%2f..%2fetc%2fpasswd', '%c0%ae'])(
    'as path /notes/%s is a 4xx of the catalogue',
    async (segment) => {
      const { status, body } = await readAnswer(await post(`/notes/${segment}`, { title: 'ok' }))
      expect([400, 404]).toContain(status)
      expect(errorCodes).toContain(body.error)
    },
  )

  const multipart = (body: string, boundary = 'XX') =>
    fetch(`${url}/notes/7`, {
      method: 'POST',
      headers: as('ana', { 'content-type': `multipart/form-data; boundary=${boundary}` }),
      body,
    })
  const part = (disposition: string, content: string) =>
    `--XX\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`

  it.each([
    ['without an end', part('name="title"', 'ok')],
    ['of rubbish', 'rubbish'],
    ['of nothing', ''],
    ['without a name', `${part('', 'ok')}--XX--\r\n`],
    ['with a part cut in the header', '--XX\r\nContent-Disp'],
    [
      'with an unknown file field',
      `${part('name="title"', 'ok')}${part('name="other"; filename="a.txt"', 'x')}--XX--\r\n`,
    ],
    [
      'with three files',
      `${part('name="title"', 'ok')}${part('name="medias"; filename="a"', 'x').repeat(3)}--XX--\r\n`,
    ],
    ['with __proto__', `${part('name="title"', 'ok')}${part('name="__proto__"', 'x')}--XX--\r\n`],
    ['with nested fields', `${part('name="title[a][b]"', 'ok')}--XX--\r\n`],
    ['with an endless nested name', `${part(`name="title${'[a]'.repeat(2_000)}"`, 'ok')}--XX--\r\n`],
    [
      'with an empty file',
      `${part('name="title"', 'ok')}${part('name="medias"; filename="a.txt"', '')}--XX--\r\n`,
    ],
    [
      'with a huge file',
      `${part('name="title"', 'ok')}${part('name="medias"; filename="a.txt"', 'x'.repeat(200_000))}--XX--\r\n`,
    ],
    ['with a huge field', `${part('name="title"', 'x'.repeat(300_000))}--XX--\r\n`],
    ['with 100 fields', `${part('name="a"', 'x').repeat(100)}--XX--\r\n`],
  ])('as multipart %s is a 4xx of the catalogue and leaves no file', async (_name, body) => {
    const answer = await readAnswer(await multipart(body))
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(errorCodes).toContain(answer.body.error)
    expect(readdirSync(uploadDir)).toEqual([])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('as multipart without a boundary is refused', async () => {
    const response = await fetch(`${url}/notes/7`, {
      method: 'POST',
      headers: as('ana', { 'content-type': 'multipart/form-data' }),
      body: 'x',
    })
    expect((await readAnswer(response)).status).toBe(400)
  })

  it('that breaks off leaves no file and the server well', async () => {
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    const head = `POST /notes/7 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ana\r\ncontent-type: multipart/form-data; boundary=XX\r\ncontent-length: 100000\r\n\r\n`
    socket.write(`${head}${part('name="medias"; filename="a.txt"', 'x'.repeat(50_000)).slice(0, 40_000)}`)
    await waitUntil(() => existsSync(uploadDir) && readdirSync(uploadDir).length > 0)
    socket.destroy()
    await waitUntil(() => readdirSync(uploadDir).length === 0)
    expect((await get('/open')).status).toBe(200)
  })
})

async function waitUntil(condition: () => boolean) {
  const giveUpAt = Date.now() + 5_000
  while (!condition()) {
    if (Date.now() > giveUpAt) throw new Error('waited too long')
    await new Promise((resolve) => setImmediate(resolve))
  }
}

it('leaves the tries of a login to its handler, which knows the account and the device', async () => {
  for (let tries = 0; tries < 60; tries++)
    expect((await post('/login', { email: 'guess@demo.local', ok: false }, {})).status).toBe(401)
})
