// usage: balcao-mcp [--http [--host 127.0.0.1] [--port 8765]]      BALCAO_URL, and without --http BALCAO_API_KEY, are in the environment
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'

import { createApi } from './api'
import { readProcessConfig } from './config'
import { startHttpServer } from './http-server'
import { createServer } from './server'

async function main(): Promise<void> {
  const config = readProcessConfig()
  if (config.transport === 'http') {
    const { url } = await startHttpServer(config.url, config)
    process.stderr.write(`ready: ${url}\n`)
    return
  }
  const server = await createServer(createApi(config.url, config.apiKey))
  await server.connect(new StdioServerTransport())
}

main().catch((error: unknown) => {
  process.stderr.write(`balcao-mcp: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
