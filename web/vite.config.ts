import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Where `npm run dev` finds the desk's server. */
const server = process.env.BALCAO_SERVER ?? 'http://127.0.0.1:8080'

/** Pages and calls share names (`/tickets`): a browser that wants a page says so, everything else is a call. */
const callsOnly = {
  target: server,
  bypass: (request: { headers: { accept?: string } }) =>
    request.headers.accept?.includes('text/html') ? '/index.html' : undefined,
}

const callPrefixes = [
  '/auth',
  '/version',
  '/users',
  '/companies',
  '/settings',
  '/plans',
  '/tickets',
  '/messages',
  '/contacts',
  '/queue',
  '/tags',
  '/ticket-notes',
  '/whatsapp',
  '/whatsappsession',
  '/schedules',
  '/sync',
  '/simulator/',
  '/media',
  '/public',
]

const TEXT = /\.(js|css|html|svg|json)$/
/** Below this a packed copy saves less than its headers cost. */
const WORTH_PACKING_BYTES = 1024

/** Packed copies beside every text of the build: the server sends them as they are and packs nothing itself. */
const packedCopies = (): Plugin => ({
  name: 'packed-copies',
  apply: 'build',
  writeBundle: ({ dir = '' }) => {
    for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name)
      if (!entry.isFile() || !TEXT.test(entry.name)) continue
      const text = readFileSync(file)
      if (text.length < WORTH_PACKING_BYTES) continue
      writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }))
      writeFileSync(
        `${file}.br`,
        brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }),
      )
    }
  },
})

export default defineConfig({
  root: here('.'),
  plugins: [react(), packedCopies()],
  resolve: {
    alias: [{ find: /^@balcao\/contracts$/, replacement: here('../services/shared/contracts/src/index.ts') }],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: ['chrome117', 'firefox121', 'safari17'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { input: { index: here('index.html'), simulator: here('simulator.html') } },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      ...Object.fromEntries(callPrefixes.map((prefix) => [prefix, callsOnly])),
      '/socket.io': { target: server, ws: true },
    },
  },
  preview: { host: '127.0.0.1' },
})
