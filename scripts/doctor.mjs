// usage: npm run doctor [-- --json]      says in words what is wrong with this desk and what to do; exit code 1 where there is a problem
// Reads the desk's own variables (docs/single-server.md says how where systemd or a container has them). It changes nothing, takes ten
// seconds at most, may run beside the desk, and prints no secret.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

import { checkNode } from './support/install.mjs'
import { at } from './support/project.mjs'

const require = createRequire(import.meta.url)

checkNode()
const program = at('services/standalone/dist/doctor/doctor-program.js')
if (!existsSync(program)) {
  process.stderr.write(
    'Balcão is not built here: run npm start, or node scripts/install.mjs && npm run build.\n',
  )
  process.exit(1)
}
try {
  const { findPostgres, migrationSets } = await import('./support/installation.mjs')
  const { runDoctorProgram } = require(program)
  const args = process.argv.slice(2)
  const say = (text) => process.stdout.write(text)
  const isWell = await runDoctorProgram({
    args,
    variables: process.env,
    server: findPostgres(),
    sets: migrationSets(),
    say,
  })
  if (!isWell) process.exitCode = 1
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
