import { rm } from 'node:fs/promises'
import path from 'node:path'

import { freePort, needsEngines, temporaryFolder, waitFor } from '@balcao/testkit'
import { io } from 'socket.io-client'

import { readHttps, judgeHttps } from '../src/doctor/domain-checks'
import { DOMAIN, spawnCaddy, type HttpsAnswer, type SpawnedCaddy } from './support/spawn-caddy'
import { spawnDesk, type SpawnedDesk } from './support/spawn-desk'

/* One server with a domain: the operator's Caddyfile before a desk as the systemd unit starts it. */

const ADMIN = { email: 'dona@loja.test', password: 'a password of twelve' }
const json = { 'content-type': 'application/json' }

let folder: string
let port: number
let desk: SpawnedDesk
let caddy: SpawnedCaddy

const startDesk = () =>
  spawnDesk({
    dataDir: path.join(folder, 'data'),
    port,
    env: {
      LOG_LEVEL: 'error',
      HTTPS: 'true',
      DOMAIN,
      TRUSTED_PROXIES: '127.0.0.1',
      FIRST_ADMIN_EMAIL: ADMIN.email,
      FIRST_ADMIN_PASSWORD: ADMIN.password,
    },
  })

const post = (pathname: string, body: unknown, headers = {}, from?: string) =>
  caddy.send(pathname, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
    ...(from !== undefined && { from }),
  })

const parse = <T>({ body }: HttpsAnswer): T => JSON.parse(body) as T

async function logIn() {
  const answer = await post('/auth/login', ADMIN)
  return { answer, token: parse<{ token: string }>(answer).token }
}

needsEngines('caddy')('a server with a domain', () => {
  beforeAll(async () => {
    folder = await temporaryFolder('https')
    port = await freePort()
    desk = await startDesk()
    caddy = await spawnCaddy(folder, `127.0.0.1:${port}`)
  })
  afterAll(async () => {
    await caddy.stop()
    await desk.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('serves pages by https, says so to browsers, and sends http there', async () => {
    const page = await caddy.send('/', { headers: { accept: 'text/html' } })
    expect([page.status, page.body]).toEqual([200, expect.stringContaining('<div id="root"')])
    expect(page.headers['strict-transport-security']).toMatch(/^max-age=\d{7,}/)
    const plain = await fetch(`http://127.0.0.1:${caddy.httpPort}/login`, {
      headers: { host: DOMAIN },
      redirect: 'manual',
    })
    expect([301, 308]).toContain(plain.status)
    expect(plain.headers.get('location')).toMatch(/^https:/)
  })

  it('keeps sessions in cookies that go by https alone', async () => {
    const { answer } = await logIn()
    expect(answer.status).toBe(200)
    const cookies = [answer.headers['set-cookie']].flat()
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) expect(cookie).toMatch(/;\s*Secure/i)
  })

  it('lets sockets and files through', async () => {
    const { token } = await logIn()
    const socket = io(`https://127.0.0.1:${caddy.port}`, {
      auth: { token },
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      ca: caddy.authority,
      servername: DOMAIN,
      extraHeaders: { host: DOMAIN },
    } as Parameters<typeof io>[1])
    try {
      await waitFor(() => socket.connected)
    } finally {
      socket.disconnect()
    }

    const authorization = { authorization: `Bearer ${token}` }
    const draft = { name: 'Tabelas', message: 'Seguem', options: [{ name: 'tabela' }] }
    const list = await post('/files', draft, authorization)
    expect(list.status).toBe(200)
    const { id, options } = parse<{ id: number; options: { id: number }[] }>(list)
    const form = new FormData()
    form.append('id', String(options[0]?.id))
    form.append('files', new Blob(['10,00\n'.repeat(1_000_000)], { type: 'text/plain' }), 'tabela.txt')
    const sent = new Response(form)
    const answer = await caddy.send(`/files/uploadList/${id}`, {
      method: 'POST',
      headers: { ...authorization, 'content-type': sent.headers.get('content-type') ?? '' },
      body: Buffer.from(await sent.arrayBuffer()),
    })
    expect([answer.status, answer.body]).toEqual([200, expect.anything()])
  })

  it('counts callers by their own address, whatever they write into X-Forwarded-For', async () => {
    const guess = (index: number, from?: string) =>
      post(
        '/auth/login',
        { email: 'ninguem@loja.test', password: 'wrong' },
        { 'x-forwarded-for': `203.0.113.${index}` },
        from,
      )
    // Ten wrong passwords of an account from one address; then guesses wait, and a second one beside it is refused.
    for (let index = 1; index <= 10; index += 1) expect((await guess(index)).status).toBe(401)
    const beside = await Promise.all([11, 12, 13, 14].map((index) => guess(index)))
    expect(beside.map(({ status }) => status).sort()).toEqual([401, 429, 429, 429])
    // Another caller of the same account is not held back by them.
    const others = await Promise.all([1, 2].map((index) => guess(index, '127.9.9.9')))
    expect(others.map(({ status }) => status)).toEqual([401, 401])
  })

  it('answers like a desk that is away while it restarts, and the doctor tells', async () => {
    const read = () => readHttps(DOMAIN, 9_000, { host: '127.0.0.1', port: caddy.port })
    expect(await read()).toMatchObject({ kind: 'answer', isDesk: true })
    await desk.stop()
    const away = await caddy.send('/auth/login', { method: 'POST', headers: json, body: '{}' })
    expect([away.status, away.body]).toEqual([503, '{"error":"ERR_UNAVAILABLE"}'])
    expect(away.headers['retry-after']).toBe('1')
    expect(away.headers['strict-transport-security']).toMatch(/max-age/)
    const reading = await read()
    expect(reading).toMatchObject({ isDesk: false, status: 503 })
    // Nobody but this test trusts its authority.
    expect(judgeHttps(DOMAIN, reading, new Date())).toMatchObject({ status: 'problem' })
    desk = await startDesk()
    expect((await logIn()).answer.status).toBe(200)
  })
})
