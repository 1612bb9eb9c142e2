// usage: npm run bench:upgrade -- --before=<built checkout> [--tickets=200000] [--messages=2000000] [--write]
// A desk of an older build is used while the database is brought to this build's schema, goes on behind it, and this build takes over:
// requests that failed, the slowest ones, and whether every message that was accepted is there once.
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { buildServer } from '../scripts/build.mjs'
import { migrationSets } from '../scripts/support/installation.mjs'
import { at, say as print } from '../scripts/support/project.mjs'
import { connectAsOwner, readOwner, startDesk } from './desk.mjs'
import { copyData, findOlderData, findOlderMain } from './older-build.mjs'
import { circumstances, writeSection } from './results.mjs'
import { PAUSE_MS, Usage } from './usage.mjs'

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    tickets: { type: 'string', default: '200000' },
    messages: { type: 'string', default: '2000000' },
    write: { type: 'boolean', default: false },
  },
})
const { migrate } = createRequire(import.meta.url)(at('services/shared/platform/dist/index.js'))

const BEFORE_MS = 15_000
const BEHIND_MS = 30_000
const AFTER_MS = 60_000

await buildServer()
const folder = at('.cache/bench/upgrade')
await copyData(await findOlderData(values), folder)
const usage = new Usage()
const older = await startDesk(folder, { main: findOlderMain(values) })
try {
  await usage.begin(older)
  await usage.during('the older build', () => delay(BEFORE_MS))
  const admin = readOwner(older)
  await usage.during('its database is migrated', () =>
    migrate(migrationSets(), { admin, roleSecret: admin.password, log: print }),
  )
  await usage.during('the older build on the new schema', () => delay(BEHIND_MS))
  await usage.stop()
} finally {
  await older.stop()
}
const newer = await startDesk(folder)
let outcome = ''
try {
  await usage.begin(newer)
  await usage.during('this build, its jobs at work', () => delay(AFTER_MS))
  await usage.stop()
  const db = await connectAsOwner(newer)
  outcome = await usage.settle(db)
  await db.end()
} finally {
  await newer.stop()
  await rm(folder, { recursive: true, force: true })
}

if (values.write)
  writeSection(
    'An upgrade of a desk in use',
    `${await circumstances()}; ${values.tickets} tickets, ${values.messages} messages; six people and phones ask again ${PAUSE_MS} ms after each answer.
Written by \`npm run bench:upgrade -- --before=<checkout> --write\`.

${usage.table}

${outcome}
`,
  )
