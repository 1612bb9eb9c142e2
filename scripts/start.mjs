// usage: npm start      installs, builds and runs the whole desk on this machine (PORT, HOST, DATA_DIR: see .env.example)
import { existsSync } from 'node:fs'

import { checkNode, installIfNeeded } from './support/install.mjs'
import { at, root } from './support/project.mjs'

checkNode()
// The data folder is relative to the caller's working directory.
const dataDir = process.env.DATA_DIR
await installIfNeeded()
const { buildServer, buildWeb } = await import('./build.mjs')
try {
  await Promise.all([buildServer(), buildWeb()])
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
const main = at('services/standalone/dist/main.js')
if (!existsSync(main)) {
  process.stderr.write('services/standalone was not built.\n')
  process.exit(1)
}
process.env.DATA_DIR = dataDir || at('data')
process.env.NODE_ENV ??= 'production'
// On a terminal only warnings are shown. LOG_LEVEL=info shows every request.
process.env.LOG_LEVEL ??= 'warn'
process.chdir(root)
// The desk runs in this process: signals and the exit code need no forwarding.
const { createRequire } = await import('node:module')
createRequire(import.meta.url)(main)
