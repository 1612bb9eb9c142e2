// usage: node scripts/move-company.mjs --company 7 --to b [--read-only 60]      a company goes to another primary of MORE_PRIMARIES while the desk runs. It is
//        read-only for some seconds at the end, --read-only (seconds) at most: after that it goes on where it was.
//        node scripts/move-company.mjs --company 7 --undo      until the switch: it stays, and what was copied is deleted
//        node scripts/move-company.mjs --list                  moves that have begun and are not complete
//        node scripts/move-company.mjs --plan                  how full the primaries are, and which companies to move
// Reads DATABASE_URL and MORE_PRIMARIES (as owners who may replicate), as the migration job does. --source-address: the primary where the company is, as
// Postgres of the other one reaches it, with the owner's password. Killed or run again, it completes what it finds. deploy/README.md says what it needs.
import { parseArgs } from 'node:util'

import { buildServer } from './build.mjs'
import { platform } from './support/installation.mjs'
import { formatMove, formatPlan, MOVE_OPTIONS, MOVE_USAGE, parseMove } from './support/move-company.mjs'
import { say } from './support/project.mjs'

function readArguments() {
  try {
    return parseMove(parseArgs({ options: MOVE_OPTIONS }).values)
  } catch (error) {
    throw new Error(`${error.message}\n${MOVE_USAGE}`, { cause: error })
  }
}

async function run() {
  const asked = readArguments()
  await buildServer()
  const { estimateSizes, migrateConfig, moveCompany, parsePostgresUrl, planMoves } = platform()
  const { readConfigs, readMoves, undoMove } = platform()
  const { primaries } = readConfigs({ job: migrateConfig }).job
  if (primaries.length === 1) throw new Error('MORE_PRIMARIES is required')
  const names = primaries.map(({ name }) => name)
  if (asked.kind === 'list') {
    const moves = await readMoves(primaries)
    say(moves.length > 0 ? moves.map(formatMove).join('\n') : 'No company is on its way.')
  } else if (asked.kind === 'plan') {
    const sizes = await estimateSizes(primaries)
    say(formatPlan(names, sizes, planMoves(names, sizes)).join('\n'))
  } else {
    const { companyId, readOnlyMs, to, sourceAddress } = asked
    const options = {
      primaries,
      companyId,
      readOnlyMs,
      say,
      ...(sourceAddress && { sourceAddress: parsePostgresUrl(sourceAddress) }),
    }
    await (asked.kind === 'undo' ? undoMove(options) : moveCompany({ ...options, to }))
  }
}

try {
  await run()
} catch (error) {
  process.stderr.write(`${[error.message, error.detail].filter(Boolean).join(': ')}\n`)
  process.exitCode = 1
}
