import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

import { KEEPS_CONNECTIONS } from '@balcao/testkit'

import type { Sink } from './find-leaks'

/** Stores the requests that a desk sends to OTEL_EXPORTER_OTLP_ENDPOINT. */
export async function startCollector(): Promise<{ url: string; sinks: Sink[]; stop(): Promise<void> }> {
  const sinks: Sink[] = []
  const server = createServer(KEEPS_CONNECTIONS, (request, response) => {
    void buffer(request).then((body) => {
      const data = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
      const kind = request.url === '/v1/traces' ? 'trace' : 'metrics'
      sinks.push({ kind, name: request.url ?? '', data })
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    sinks,
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}
