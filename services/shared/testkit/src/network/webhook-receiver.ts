import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { KEEPS_CONNECTIONS } from './keeps-connections'

/** A call that a webhook's receiver got. */
export interface WebhookCall<Body> {
  path: string
  headers: IncomingHttpHeaders
  /** As it came: what is signed. */
  text: string
  body: Body
}

export interface WebhookReceiver {
  origin: string
  /** Breaks off the calls that are not answered. */
  breakOff(): void
  close(): Promise<void>
}

/** A company's own server, which is posted JSON. */
export async function startWebhookReceiver<Body>(
  respond: (call: WebhookCall<Body>, response: ServerResponse) => unknown,
): Promise<WebhookReceiver> {
  const server = createServer(KEEPS_CONNECTIONS, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const { url: path = '', headers } = request
      respond({ path, headers, text, body: JSON.parse(text) as Body }, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breakOff: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
