// usage: npm run import -- --from whaticket|ticketz|chatwoot --url postgres://… --company <id or name> [--dry-run] …      docs/moving-in.md
//        npm run import -- --company <id or name> --undo <import id>
// Reads another system's Postgres and writes its records into a company here, while the desk runs. Reads DATABASE_URL (as the
// database's owner), DATABASE_ROLE_SECRET, MONGO_URL, S3_* and DATA_DIR as the desk does. Killed, it goes on where it stopped.
import { createRequire } from 'node:module'

import { buildServer } from './build.mjs'
import { openPostgres } from './support/installation.mjs'
import { at, say } from './support/project.mjs'

const require = createRequire(import.meta.url)

try {
  await buildServer()
  const { runImportProgram } = require(at('services/standalone/dist/system-import/import-program.js'))
  const { server, roleSecret, stop } = await openPostgres({ mayRun: true })
  try {
    const args = process.argv.slice(2)
    if (!(await runImportProgram({ args, server, roleSecret, say }))) process.exitCode = 1
  } finally {
    await stop()
  }
} catch (error) {
  process.stderr.write(`${error.detail ?? error.message}\n`)
  process.exitCode = 1
}
