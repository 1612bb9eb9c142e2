// usage: node scripts/recover.mjs <BACKUP_DIR> [--to 2026-11-28T14:03:00-03:00]      recovers a single machine from its continuous backup
// Into a DATA_DIR without a database; the desk does not run. Up to the last WAL that was archived, or to a moment of the last day or two.
// deploy/runbooks/backup-and-restore.md says what is held back then.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

import { buildServer } from './build.mjs'
import { dataDir } from './support/installation.mjs'
import { at, say } from './support/project.mjs'

const require = createRequire(import.meta.url)

try {
  if (process.env.DATABASE_URL) throw new Error('DATABASE_URL is set: this recovers the built-in database')
  if (existsSync(at('services/tickets/src'))) await buildServer()
  const { runRecoverProgram } = require(at('services/standalone/dist/continuous-backup/recover-program.js'))
  await runRecoverProgram({ args: process.argv.slice(2), dataDir: dataDir(), say })
} catch (error) {
  process.stderr.write(`${error.message}${error.cause ? ` (${error.cause.message})` : ''}\n`)
  process.exitCode = 1
}
