import { fileURLToPath } from 'node:url'

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import * as contracts from '../services/shared/contracts/src'
import { buildServiceWorker } from './scripts/build-service-worker'
import { firstScreens } from './scripts/first-screens'
import { lateTooltips } from './scripts/late-tooltips'
import { ownCopy } from './scripts/own-copy'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Where `npm run dev` finds the desk's server. */
const server = process.env.BALCAO_SERVER ?? 'http://127.0.0.1:8080'

/** Pages and calls share names (`/tickets`): a browser that wants a page says so, everything else is a call. */
const callsOnly = {
  target: server,
  bypass: (request: { url?: string; headers: { accept?: string } }) =>
    request.headers.accept?.includes('text/html') ? request.url : undefined,
}

/** First segments of every route of the contracts, and of signed links to media. */
const callSegments = new Set([
  'public',
  ...contracts.listEndpoints(contracts).map(({ path }) => path.split('/')[1]),
])

export default defineConfig({
  root: here('.'),
  plugins: [
    react(),
    ownCopy('recharts', '@reduxjs/toolkit'),
    lateTooltips(here('src/ui/late-popper.ts')),
    buildServiceWorker(here('src/service-worker.ts')),
  ],
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
    rolldownOptions: {
      input: {
        index: here('index.html'),
        simulator: here('simulator.html'),
        signup: here('whatsapp-signup.html'),
      },
      output: { codeSplitting: { groups: firstScreens(here('src')) } },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      [`^/(${[...callSegments].join('|')})(/|\\?|$)`]: callsOnly,
      '/socket.io': { target: server, ws: true },
    },
  },
  preview: { host: '127.0.0.1' },
})
