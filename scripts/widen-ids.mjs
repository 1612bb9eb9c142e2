// usage: node scripts/widen-ids.mjs <schema>.<table>      makes the table's integer ids bigint, while its desk is in use
//   DATABASE_URL (as the owner), or DATA_DIR (default ./data) of a single machine, running or not
// After an upgrade is complete: processes of a release before 6.2 fail on statements that they prepared. Run again it goes on where it ended.
import { buildServer } from './build.mjs'
import { checkNode, installIfNeeded } from './support/install.mjs'
import { openPostgres, platform } from './support/installation.mjs'
import { say } from './support/project.mjs'

const [, schema, table] = /^([a-z_]+)\.([a-z_]+)$/.exec(process.argv[2] ?? '') ?? []

try {
  if (!table) throw new Error('usage: node scripts/widen-ids.mjs <schema>.<table>')
  checkNode()
  await installIfNeeded()
  await buildServer()
  const { server, stop } = await openPostgres({ mayRun: true })
  try {
    await platform().widenIds({ admin: server, schema, table, log: say })
  } finally {
    await stop()
  }
  say(`The ids of ${schema}.${table} are bigint.`)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
