import { fileURLToPath } from 'node:url'

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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

export default defineConfig({
  root: here('.'),
  plugins: [react()],
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
