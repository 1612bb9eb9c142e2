import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import path from 'node:path'

import { freePort, waitFor, watchChild } from '@balcao/testkit'

const CADDYFILE = path.join(__dirname, '../../../../deploy/caddy/Caddyfile')

export const DOMAIN = 'desk.test'

export interface HttpsAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

export interface HttpsRequest {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** Address of this machine from which it comes. */
  from?: string
}

export interface SpawnedCaddy {
  port: number
  httpPort: number
  /** PEM of its own authority (`tls internal`). */
  authority: string
  send(pathname: string, request?: HttpsRequest): Promise<HttpsAnswer>
  stop(): Promise<void>
}

/** Caddy with the operator's Caddyfile, on ports and a folder of the test's, with certificates of its own authority. */
export async function spawnCaddy(folder: string, desk: string): Promise<SpawnedCaddy> {
  const [port, httpPort] = [await freePort(), await freePort()]
  const config = path.join(folder, 'Caddyfile')
  const ports = `{\n\thttp_port ${httpPort}\n\thttps_port ${port}\n\tskip_install_trust\n\tstorage file_system ${folder}/caddy\n`
  writeFileSync(config, readFileSync(CADDYFILE, 'utf8').replace(/^\{\n/m, ports))
  const child = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
    // Without an account's folder it keeps its last configuration here.
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      DOMAIN,
      DESK: desk,
      CADDY_TLS: 'tls internal',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { output } = watchChild(child)
  const root = path.join(folder, 'caddy/pki/authorities/local/root.crt')
  const authority = await waitFor(() => {
    if (child.exitCode !== null) throw new Error(`caddy ended: ${output()}`)
    return existsSync(root) ? readFileSync(root, 'utf8') : undefined
  })
  const send = (pathname: string, options: HttpsRequest = {}): Promise<HttpsAnswer> =>
    sendTo({ port, authority }, pathname, options)
  // Its certificate is made a moment later.
  await waitFor(() => send('/readyz'))
  return {
    port,
    httpPort,
    authority,
    send,
    stop: async () => {
      const gone = once(child, 'exit')
      if (child.kill('SIGTERM')) await gone
    },
  }
}

function sendTo(
  { port, authority }: { port: number; authority: string },
  pathname: string,
  { method = 'GET', headers = {}, body, from }: HttpsRequest,
): Promise<HttpsAnswer> {
  return new Promise((resolve, reject) => {
    const asking = request(
      {
        host: '127.0.0.1',
        port,
        path: pathname,
        method,
        headers: { host: DOMAIN, ...headers },
        servername: DOMAIN,
        ca: authority,
        agent: false,
        ...(from !== undefined && { localAddress: from }),
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        )
      },
    )
    asking.on('error', reject).end(body)
  })
}
