import { mkdtempSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

import {
  array,
  boolean,
  companyId,
  endpoint,
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
  strictHandling,
  text,
  type Sent,
  userId,
} from '@balcao/contracts'
import { AppError, systemClock, type ServicePorts, type Session } from '@balcao/kernel'
import { KEEPS_CONNECTIONS } from '@balcao/testkit'

import { createMemoryCache } from '../src/cache/memory-cache'
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
  cache: createMemoryCache(),
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
  ratio: number().strict(true).min(0).optional(),
  pinned: boolean().strict(true).optional(),
  color: text(9).oneOf(['red', 'blue']).default('red'),
  remark: text(20).default('-'),
  queueId: idField().nullable().optional(),
  nested: object({ deep: text(10).optional() }).optional(),
  people: array(object({ id: idField().required() }))
    .max(5)
    .optional(),
  quoted: mixed().nullable().optional(),
  companyId: ignored(),
})

const noteQuery = object({
  pageNumber: pageNumber(),
  searchParam: searchParam(),
  all: flag().optional(),
  about: idText().optional(),
})

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

export interface Edge {
  readonly url: string
  /** Uploads are stored here until the request is answered. */
  readonly uploadDir: string
  /** Files that the last request to `/notes/:noteId` brought, with their content. */
  readonly seenFiles: readonly { path: string; text: string }[]
  /** With strict handling, unless the headers say otherwise. */
  post(pathname: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  get(pathname: string, headers?: Record<string, string>): Promise<Response>
}

/** The service on a port, from before the first test of the file to after the last. */
export function useEdge(): Edge {
  const uploadDir = path.join(mkdtempSync(path.join(tmpdir(), 'balcao-edge-')), 'uploads')
  let server: Server
  let url = ''
  let seenFiles: Edge['seenFiles'] = []

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
      (root) => {
        root.post('/resetpasswords/:email/:token/:password', ({ originalUrl, params }, response) => {
          // The contract's route answers nothing: the recorder of answers is told that this one is not a desk's.
          response.removeHeader('x-request-id')
          response.json({ originalUrl, params })
        })
        root.use(edge.router)
      },
    )
    server = createServer(KEEPS_CONNECTIONS, app).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })

  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  const post = (pathname: string, body: unknown, headers: Record<string, string> = as('ana')) =>
    fetch(`${url}${pathname}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...strictHandling, ...headers },
      body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
    })

  const get = (pathname: string, headers: Record<string, string> = {}) =>
    fetch(`${url}${pathname}`, { headers })

  return {
    get url() {
      return url
    },
    get seenFiles() {
      return seenFiles
    },
    uploadDir,
    post,
    get,
  }
}

export const as = (token: string, headers: Record<string, string> = {}) => ({
  authorization: `Bearer ${token}`,
  ...headers,
})

/** Headers of a caller that sends what a form has. */
export const asForm = (token: string) => as(token, { prefer: 'handling=lenient' })

export const readAnswer = async (response: Response) => ({
  status: response.status,
  body: (await response.json()) as Record<string, unknown>,
})

export async function waitUntil(condition: () => boolean) {
  const giveUpAt = Date.now() + 5_000
  while (!condition()) {
    if (Date.now() > giveUpAt) throw new Error('waited too long')
    await new Promise((resolve) => setImmediate(resolve))
  }
}
