import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { build, type Plugin } from 'vite'

/* What the app needs without a network. The simulator, the sign-up page and the build's own lists stay on the server. */
const APP_FILE = /\.(js|css|svg|woff2)$/
const NOT_APP = /^(\.vite|service-worker\.js$|simulator|whatsapp-signup)/
/** Vite's names of hashed files: their content never changes. */
const HASHED = /^assets\/.+-[\w-]{8}\.\w+$/

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => APP_FILE.test(file) && !NOT_APP.test(file))
    .sort()

const readRevision = (file: string): string =>
  createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16)

/** The page, and every file of the built app, as workbox takes them; `revision` is null where the name changes with the content. */
const listEntries = (folder: string) => [
  { url: '/', revision: readRevision(path.join(folder, 'index.html')) },
  ...listFiles(folder).map((file) => ({
    url: `/${file}`,
    revision: HASHED.test(file) ? null : readRevision(path.join(folder, file)),
  })),
]

/**
 * Builds `/service-worker.js` after the app, as one classic script: browsers before Firefox 147 take no modules there.
 * vite-plugin-pwa would do the same with 250 packages more.
 */
export function buildServiceWorker(entry: string): Plugin {
  let folder = ''
  return {
    name: 'build-service-worker',
    apply: 'build',
    configResolved: ({ root, build: { outDir } }) => {
      folder = path.resolve(root, outDir)
    },
    closeBundle: async () => {
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: { __APP_FILES__: JSON.stringify(listEntries(folder)) },
        build: {
          outDir: folder,
          emptyOutDir: false,
          target: ['chrome117', 'firefox121', 'safari17'],
          rolldownOptions: { input: entry, output: { format: 'iife', entryFileNames: 'service-worker.js' } },
        },
      })
    },
  }
}
