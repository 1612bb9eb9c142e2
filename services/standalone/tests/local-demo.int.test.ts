import { request as httpRequest } from 'node:http'

import { seedCompany } from '@balcao/auth/seed'
import { TEST_PASSWORD, waitFor, type TestDesk } from '@balcao/testkit'

import { hasDemoLogins } from '../src/demo/demo-logins'
import { startDesk } from './support/start-desk'

const EMAIL = 'ana@demo.local'

interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: unknown
}

interface Answer {
  status: number
  type: string
  text: string
}

let desk: TestDesk
let token: string

/* Not fetch, which sets the Host by itself. */
const ask = (path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const type = sent === undefined ? {} : { 'content-type': 'application/json' }
    const asked = httpRequest(desk.url + path, { method, headers: { ...type, ...headers } })
    asked.on('error', reject)
    asked.on('upgrade', (_response, socket) => {
      socket.destroy()
      resolve({ status: 101, type: '', text: '' })
    })
    asked.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', text }),
      )
    })
    asked.end(sent)
  })

const logIn = (headers: Record<string, string> = {}, email = EMAIL) =>
  ask('/auth/login', { method: 'POST', headers, body: { email, password: TEST_PASSWORD } })

const handshake = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': Buffer.alloc(16, 'key').toString('base64'),
}

const tunnel = { host: 'desk.example', 'x-forwarded-for': '203.0.113.7' }

const elsewhere: [string, Record<string, string>][] = [
  ['another name, which may resolve to this machine', { host: 'rebound.example' }],
  ['a tunnel that names its client', { 'x-forwarded-for': '203.0.113.7' }],
  ['a tunnel of Cloudflare', { 'cf-ray': '8f0', 'cdn-loop': 'cloudflare' }],
  ['a proxy that names itself', { via: '1.1 proxy' }],
  ['a page of another site', { origin: 'https://evil.example' }],
  ['a page of another site, by the browser’s word', { 'sec-fetch-site': 'cross-site' }],
]

beforeAll(async () => {
  desk = await startDesk({ isLocalOnly: ({ db }) => hasDemoLogins(db) })
})

it('an installation without demo accounts serves an undeclared proxy as ever', async () => {
  expect((await logIn(tunnel, 'nobody@acme.test')).status).toBe(401)
  expect((await ask('/version', { headers: tunnel })).status).toBe(200)
})

describe('while demo accounts can log in', () => {
  beforeAll(async () => {
    await seedCompany(desk.portsOf('auth'), {
      name: 'Loja Aurora',
      plan: 1,
      dueAt: null,
      isDemo: true,
      users: [
        {
          name: 'Ana',
          email: EMAIL,
          password: TEST_PASSWORD,
          profile: 'user',
          super: true,
          queueIds: [],
          allTicket: false,
        },
      ],
    })
    await desk.settle()
    const { status, text } = await logIn({ origin: desk.url, 'sec-fetch-site': 'same-origin' })
    expect(status).toBe(200)
    token = (JSON.parse(text) as { token: string }).token
    // The answer of a second ago, without demo accounts.
    await waitFor(async () => (await ask('/version', { headers: tunnel })).status === 403)
  })

  it.each(elsewhere)('%s logs no one in', async (_who, headers) => {
    const { status, text } = await logIn(headers)
    expect([status, JSON.parse(text)]).toEqual([403, { error: 'ERR_DEMO_LOCAL_ONLY' }])
  })

  it.each(elsewhere)('%s gets nothing with a session that there is', async (_who, headers) => {
    const bearer = { ...headers, authorization: `Bearer ${token}` }
    for (const path of [
      '/auth/me',
      '/sync?since=0',
      '/tickets',
      '/version',
      '/healthz',
      '/docs/openapi.json',
    ])
      expect((await ask(path, { headers: bearer })).status).toBe(403)
    const socket = `/socket.io/?EIO=4&token=${token}`
    expect((await ask(`${socket}&transport=polling`, { headers })).status).toBe(403)
    const upgrade = { ...handshake, ...headers }
    expect((await ask(`${socket}&transport=websocket`, { headers: upgrade })).status).toBe(403)
  })

  it('tells a browser why instead of the log-in page', async () => {
    const page = await ask('/login', { headers: { ...tunnel, accept: 'text/html,*/*' } })
    expect([page.status, page.type]).toEqual([403, 'text/html; charset=utf-8'])
    for (const words of ['demonstração', 'demo', 'demostración', 'node scripts/end-demo.mjs'])
      expect(page.text).toContain(words)
    expect(page.text).not.toContain('<script')
  })

  it('programs and browsers on this machine are served', async () => {
    const headers = { authorization: `Bearer ${token}` }
    expect((await ask('/auth/me', { headers })).status).toBe(200)
    const socket = `/socket.io/?EIO=4&token=${token}`
    expect((await ask(`${socket}&transport=polling`)).status).toBe(200)
    expect((await ask(`${socket}&transport=websocket`, { headers: handshake })).status).toBe(101)
    const linked = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
      referer: 'https://docs.example/',
    }
    expect((await ask('/version', { headers: linked })).status).toBe(200)
  })

  it('a password that its owner has chosen opens the desk again', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const { id } = JSON.parse((await ask('/auth/me', { headers })).text) as { id: number }
    const body = { password: 'cinco patos verdes', currentPassword: TEST_PASSWORD }
    const changed = await ask(`/users/${id}`, { method: 'PUT', headers, body })
    expect(changed.status).toBe(200)
    await waitFor(async () => (await ask('/version', { headers: tunnel })).status === 200)
  })
})
