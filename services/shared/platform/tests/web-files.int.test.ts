import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, get as httpGet, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

import { KEEPS_CONNECTIONS } from '@balcao/testkit'
import express from 'express'

import { securityHeaders } from '../src/http/security-headers'
import { hashInlineScripts, serveWebFiles } from '../src/host/web-files'

const folder = path.join(mkdtempSync(path.join(tmpdir(), 'balcao-web-')), 'dist')
let server: Server
let port: number

beforeAll(async () => {
  mkdirSync(path.join(folder, 'assets'), { recursive: true })
  writeFileSync(path.join(folder, '../secret.txt'), 'secret')
  writeFileSync(path.join(folder, '.env'), 'secret')
  writeFileSync(
    path.join(folder, 'index.html'),
    '<html><script>let a</script><script src="/x.js"></script>index</html>',
  )
  writeFileSync(path.join(folder, 'simulator.html'), 'simulator')
  writeFileSync(path.join(folder, 'whatsapp-signup.html'), 'sign-up')
  writeFileSync(path.join(folder, 'theme.js'), 'theme')
  writeFileSync(path.join(folder, 'favicon.svg'), 'icon')
  writeFileSync(path.join(folder, 'assets/app-Abcd1234.js'), 'app')
  writeFileSync(path.join(folder, 'assets/app-Abcd1234.js.gz'), gzipSync('app'))
  const app = express()
  app.use(securityHeaders({ allowedOrigins: [], isHttps: false }))
  app.use(serveWebFiles(folder))
  app.use((_request, response) => void response.status(404).send('call'))
  server = createServer(KEEPS_CONNECTIONS, app).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  port = (server.address() as AddressInfo).port
})

afterAll(() => new Promise((resolve) => server.close(resolve)))

/* As written: `fetch` would tidy the path up before it leaves. */
const get = (pathname: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ status: number; body: string; headers: NodeJS.Dict<string | string[]> }>(
    (resolve, reject) => {
      const request = httpGet(
        { host: '127.0.0.1', port, path: pathname, headers, method, agent: false },
        (response) => {
          let body = ''
          response.on('data', (chunk: Buffer) => (body += chunk.toString('latin1')))
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, body, headers: response.headers }),
          )
        },
      )
      request.on('error', reject)
    },
  )

const page = { accept: 'text/html,application/xhtml+xml' }

describe('the web app', () => {
  it('leads to a link to media behind an address, as pages of some editions write it, and to nothing else', async () => {
    const link = '/public/m/companies/1/a.png?c=1&s=x'
    for (const address of ['https://desk.example', 'http://localhost:8080', 'http:/desk.example', '']) {
      const { status, headers } = await get(`/public/${address}${link}`)
      expect([status, headers.location]).toEqual([302, link])
    }
    for (const other of [
      '/public/https://desk.example/other',
      '/public/https://desk.example/public/h/a.png',
      '/public//desk.example/public/m/a.png',
      '/public/x/public/m/a.png',
      '//public/http://desk.example/public/m/a.png',
      link,
    ])
      expect((await get(other)).body).toBe('call')
  })

  it.each(['/', '/tickets', '/tickets/9b2f', '/contacts?x=1'])(
    'is the page at %s for a browser and a call for any other client',
    async (pathname) => {
      const asked = await get(pathname, page)
      expect(asked.body).toContain('index')
      expect(asked.headers['cache-control']).toBe('no-cache')
      expect(await get(pathname, { accept: 'application/json' })).toMatchObject({ status: 404, body: 'call' })
    },
  )

  it.each<Record<string, string>>([{ accept: '*/*' }, { accept: 'application/json, text/plain, */*' }, {}])(
    'is at / for clients that accept anything (%j), and nowhere else',
    async (headers) => {
      const asked = await get('/', headers)
      expect(asked.status).toBe(200)
      expect(asked.body).toContain('index')
      expect((await get('/', headers, 'HEAD')).status).toBe(200)
      expect((await get('/tickets', headers)).body).toBe('call')
    },
  )

  it('has its own page for the simulated phone', async () => {
    expect((await get('/simulator', page)).body).toBe('simulator')
  })

  it('lets the page of the embedded sign-up alone load scripts of Meta', async () => {
    for (const asked of ['/whatsapp-signup', '/whatsapp-signup/']) {
      const { body, headers } = await get(asked, page)
      expect(body).toBe('sign-up')
      expect(headers['content-security-policy']).toContain("script-src 'self' https://connect.facebook.net;")
      expect(headers['content-security-policy']).toMatch(/^default-src 'none';/)
      expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
    }
    for (const asked of ['/', '/connections', '/whatsapp-signup/more', '/simulator']) {
      const { headers } = await get(asked, page)
      expect(headers['content-security-policy']).not.toContain('facebook')
      expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    }
  })

  it.each(['/api/messages/send', '/socket.io/', '/docs', '/public/m/x', '/assets/none.js', '/metrics'])(
    'is never a page at %s',
    async (pathname) => {
      expect((await get(pathname, page)).body).toBe('call')
    },
  )

  it('keeps hashed files for ever and sends them packed', async () => {
    const plain = await get('/assets/app-Abcd1234.js')
    expect(plain).toMatchObject({
      status: 200,
      body: 'app',
      headers: { 'cache-control': 'public, max-age=31536000, immutable' },
    })
    expect(plain.headers).toHaveProperty('x-content-type-options', 'nosniff')
    expect(plain.headers).not.toHaveProperty('content-security-policy')
    expect((await get('/tickets', page)).headers).toHaveProperty('content-security-policy')
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('public, max-age=86400')
    const packed = await get('/assets/app-Abcd1234.js', { 'accept-encoding': 'br, gzip' })
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'text/javascript; charset=utf-8',
    })
    expect(
      (await get('/assets/app-Abcd1234.js', { 'if-none-match': String(plain.headers.etag) })).status,
    ).toBe(304)
    expect(await get('/theme.js', {}, 'HEAD')).toMatchObject({
      status: 200,
      body: '',
      headers: { 'content-length': '5', 'cache-control': 'no-cache' },
    })
  })

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/.env',
    '/assets/../../secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '//etc/passwd',
    '/index.html%00.js',
    '/assets/app-Abcd1234.js.gz',
  ])('gives nothing away at %s', async (pathname) => {
    expect(await get(pathname)).toMatchObject({ status: 404, body: 'call' })
  })

  it('knows the hashes of its inline scripts', () => {
    expect(hashInlineScripts(folder)).toEqual(['sha256-IfEXP/8HLuXoAiy0hZVrCAcjcLsZqYFpLOHDGj8enqE='])
  })
})
