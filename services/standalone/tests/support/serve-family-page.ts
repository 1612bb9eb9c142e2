import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

import { KEEPS_CONNECTIONS } from '@balcao/testkit'

const FILES: Record<string, [file: string, type: string]> = {
  '/': [path.join(__dirname, 'family-page.html'), 'text/html; charset=utf-8'],
  '/socket.io.js': [require.resolve('socket.io-client/dist/socket.io.js'), 'text/javascript; charset=utf-8'],
}

export interface ServedPage {
  origin: string
  stop(): Promise<unknown>
}

/** The page of the family on an origin of its own, as its front ends are served. */
export async function serveFamilyPage(): Promise<ServedPage> {
  const server = createServer(KEEPS_CONNECTIONS, ({ url = '/' }, response) => {
    const found = FILES[new URL(url, 'http://page').pathname]
    if (!found) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': found[1] })
    return createReadStream(found[0]).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
