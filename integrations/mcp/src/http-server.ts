import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'

import { createApi, ToolError } from './api'
import { createServer } from './server'

export interface HttpServer {
  url: string
  stop(): Promise<void>
}

const refuse = (response: ServerResponse, status: number, message: string): void => {
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
  })
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }))
}

const readKey = ({ headers }: IncomingMessage): string | undefined =>
  /^Bearer (balcao_\S{1,200})$/.exec(headers.authorization ?? '')?.[1]

/* Each request has a server of its own, with its caller's key: nothing is kept between them. */
async function answer(url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (new URL(request.url ?? '', 'http://mcp').pathname !== '/mcp')
    return refuse(response, 404, 'The endpoint is /mcp.')
  // No page of a browser calls this.
  if (request.headers.origin !== undefined) return refuse(response, 403, 'Pages of browsers are not served.')
  if (request.method !== 'POST') return refuse(response, 405, 'Only POST is taken: there are no sessions.')
  const key = readKey(request)
  if (key === undefined) return refuse(response, 401, 'Send an API key as Authorization: Bearer balcao_…')
  let server
  try {
    server = await createServer(createApi(url, key))
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    // A client that gets 401 asks its user for another key.
    return refuse(response, error.status === 401 ? 401 : 502, error.message)
  }
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  })
  response.once('close', () => void server.close())
  await server.connect(transport)
  await transport.handleRequest(request, response)
}

/** Serves `POST /mcp`. Callers bring their API keys; the server has none. */
export async function startHttpServer(
  desk: string,
  { host, port }: { host: string; port: number },
): Promise<HttpServer> {
  const server = createHttpServer((request, response) => {
    answer(desk, request, response).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      if (response.headersSent) response.destroy()
      else refuse(response, 500, 'Internal error.')
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}/mcp`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
