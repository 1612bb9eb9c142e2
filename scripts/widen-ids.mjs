// usage: node scripts/widen-ids.mjs <schema>.<table>      makes the table's integer ids bigint
//   DATABASE_URL (as the owner), or DATA_DIR (default ./data) of a single machine, running or not
// After an upgrade is complete: processes of a release before 6.2 fail on statements that they prepared. Run again it goes on where it ended.
import { buildServer } from './build.mjs'
import { checkNode, installIfNeeded } from './support/install.mjs'
import { openPostgres, platform } from './support/installation.mjs'
import { say } from './support/project.mjs'

/* What has ids that other tables and indexes have too is rewritten; the others are widened beside what is in use. */
const COLUMNS_OF = {
  'tickets.tickets': ['ticket_id', 'our_id'],
  'tickets.contacts': ['contact_id', 'contact_ids', 'kept_id', 'merged_id', 'our_id'],
  'campaigns.contact_list_items': [],
}

const [name, schema, table] = /^([a-z_]+)\.([a-z_]+)$/.exec(process.argv[2] ?? '') ?? []
const columns = COLUMNS_OF[name]

try {
  if (!table) throw new Error('usage: node scripts/widen-ids.mjs <schema>.<table>')
  checkNode()
  await installIfNeeded()
  await buildServer()
  const { server, stop } = await openPostgres({ mayRun: true })
  const options = { admin: server, schema, table, log: say }
  try {
    if (columns) await platform().rewriteIds({ ...options, columns })
    else await platform().widenIds(options)
  } finally {
    await stop()
  }
  say(`The ids of ${schema}.${table} are bigint.`)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
