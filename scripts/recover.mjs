// usage: node scripts/recover.mjs <BACKUP_DIR> [--to 2026-11-28T14:03:00-03:00]      recovers a single machine from its continuous backup
// Into a DATA_DIR without a database; the desk does not run. Up to the last WAL that was archived, or to a moment of the last day or two.
// deploy/runbooks/backup-and-restore.md says what is held back then.
//        node scripts/recover.mjs [--replay-minutes 60]      with DATABASE_URL (as the owner): a database that was recovered by its own means, before
//        its desk starts on new, empty topics. Holds the same back, and tells the events of that time before its last moment again.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

import { buildServer } from './build.mjs'
import { dataDir, findPostgres } from './support/installation.mjs'
import { at, say } from './support/project.mjs'

const require = createRequire(import.meta.url)

try {
  if (existsSync(at('services/tickets/src'))) await buildServer()
  const { runRecoverProgram, settleRecovered } = require(
    at('services/standalone/dist/continuous-backup/recover-program.js'),
  )
  const args = process.argv.slice(2)
  const server = process.env.DATABASE_URL && findPostgres()
  if (server) await settleRecovered({ args, server, say })
  else await runRecoverProgram({ args, dataDir: dataDir(), say })
} catch (error) {
  process.stderr.write(`${error.message}${error.cause ? ` (${error.cause.message})` : ''}\n`)
  process.exitCode = 1
}
