import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

import * as contracts from '@balcao/contracts'
import { findServiceByPath, serviceNames, servicePaths } from '@balcao/platform'
import { freePort, needsEngines, temporaryFolder, waitFor } from '@balcao/testkit'

/* The front proxy of a cluster as its image starts it: nginx with the made configuration, before six services that say who they are. */

const ROOT = path.join(__dirname, '../../..')
const WEB = path.join(ROOT, 'web/dist')

let url: string
let folder: string
let nginx: ChildProcess
let output = ''
const services: Server[] = []

async function startServices(): Promise<Record<string, string>> {
  const addresses: Record<string, string> = {}
  for (const name of serviceNames) {
    const server = createServer((request, response) => response.end(`${name} ${request.url}`))
    services.push(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    addresses[`UPSTREAM_${name.toUpperCase().replaceAll('-', '_')}`] = `127.0.0.1:${port}`
  }
  return addresses
}

/* Folders and ports of the image are replaced by the test's own; nginx as root would read the files as another user. */
async function startNginx(env: Record<string, string>): Promise<void> {
  folder = await temporaryFolder('front')
  const [port, opsPort] = [await freePort(), await freePort()]
  const config = path.join(folder, 'front.conf')
  mkdirSync(path.join(folder, 'run'))
  const toTest = (text: string): string =>
    text
      .replaceAll('/tmp/nginx', path.join(folder, 'run'))
      .replaceAll('/app/web', WEB)
      .replace('/etc/nginx/front.conf', config)
      .replace('listen 8080', `listen 127.0.0.1:${port}`)
      .replace('listen 9100', `listen 127.0.0.1:${opsPort}`)
      .replace('daemon off;', process.getuid?.() === 0 ? 'daemon off; user root;' : 'daemon off;')
  execFileSync(process.execPath, ['deploy/docker/front.mjs', WEB, config], { cwd: ROOT })
  writeFileSync(config, toTest(readFileSync(config, 'utf8')))
  const start = toTest(readFileSync(path.join(ROOT, 'deploy/docker/front.sh'), 'utf8'))
  nginx = spawn('/bin/sh', ['-c', start], { env: { ...process.env, ...env } })
  nginx.stderr?.on('data', (text: Buffer) => (output += text.toString()))
  url = `http://127.0.0.1:${port}`
  await waitFor(async () => {
    if (nginx.exitCode !== null) throw new Error(`nginx ended: ${output}`)
    return fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  })
}

async function get(pathname: string, accept = 'application/json') {
  const answer = await fetch(`${url}${pathname}`, { headers: { accept } })
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) }
}

needsEngines('nginx')('the front proxy of a cluster', () => {
  beforeAll(async () => startNginx(await startServices()))
  afterAll(async () => {
    const gone = once(nginx, 'exit')
    if (nginx.kill('SIGQUIT')) await gone
    for (const server of services) server.close()
    rmSync(folder, { recursive: true })
  })

  it('sends every path of the contracts, and every signed link to media, to its service', async () => {
    const paths = [
      ...contracts.listEndpoints(contracts).map(({ path: pathname }) => pathname.replace(/:\w+\??/g, '7')),
      ...Object.values(servicePaths).flat(),
      '/public/m/companies/1/a.png?c=1&s=x',
      '/public/h/companies/1/a.png?c=1&s=x',
    ]
    for (const pathname of paths) {
      const { body } = await get(pathname)
      expect(body.toString()).toBe(`${findServiceByPath(pathname.split('?')[0] ?? '')} ${pathname}`)
    }
  })

  it.each(['/public/logotipos/login.png', '/public/logotipos/favicon-32.png?x=1'])(
    'answers %s with the logo, for pages of the desk’s site',
    async (pathname) => {
      const { status, headers, body } = await get(pathname, 'image/*')
      expect([status, headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(headers.get('cross-origin-resource-policy')).toBe('same-site')
      expect(body).toEqual(readFileSync(path.join(WEB, 'icons/app-512.png')))
    },
  )

  it.each(['/public/https://desk.example', '/public/http:/localhost:8080', '/public/'])(
    'leads from a link to media behind %s to the link',
    async (address) => {
      const link = '/public/m/companies/1/a.png?c=1&n=nota+1.png&s=x'
      const { status, headers } = await fetch(url + address + link, { redirect: 'manual' })
      expect([status, headers.get('location')]).toEqual([302, link])
      expect(headers.get('cross-origin-resource-policy')).toBe('same-site')
    },
  )

  it('answers the sample sheet', async () => {
    const { status, headers, body } = await get('/public/import-contatos.xlsx')
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('spreadsheetml')])
    expect(body).toEqual(readFileSync(path.join(WEB, 'public/import-contatos.xlsx')))
  })

  it.each([
    '/public/logotipos/a.svg',
    '/public/logotipos/a/b.png',
    '/public/none.png',
    '/public/.env',
    '/public/https://desk.example/public/h/a.png',
    '/public//desk.example/public/m/a.png',
  ])('has nothing at %s', async (pathname) => {
    const { status, body } = await get(pathname, 'text/html')
    expect([status, body.toString()]).toEqual([404, '{"error":"ERR_NOT_FOUND"}'])
  })

  it('answers a browser with the page where a call has the same path', async () => {
    const { status, body } = await get('/tickets/9', 'text/html')
    expect([status, body.toString()]).toEqual([200, readFileSync(path.join(WEB, 'index.html'), 'utf8')])
  })
})
