// usage: npm run bench:side-by-side -- --before=<checkout> [--only=<text>] [--rounds=5] [--tickets=200000] [--messages=2000000] [--write]
// Two builds on the same data, in turns: what an operation costs node and Postgres in the one and in the other.
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { buildServer } from '../scripts/build.mjs'
import { at, say } from '../scripts/support/project.mjs'
import { measureUnit, middle, showCosts, sum } from './costs.mjs'
import { connectAsOwner, startDesk } from './desk.mjs'
import { measureFanOut } from './live.mjs'
import { OPERATIONS, Scene } from './operations.mjs'
import { copyData, findOlderData, findOlderMain } from './older-build.mjs'
import { measureIdleCpu } from './requests.mjs'
import { circumstances, quantile, writeSection } from './results.mjs'

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
    tickets: { type: 'string', default: '200000' },
    messages: { type: 'string', default: '2000000' },
    write: { type: 'boolean', default: false },
  },
})
const wants = (name) => values.only.split(',').some((part) => name.includes(part))
const rounds = Number(values.rounds)
const IDLE_MS = 60_000
/** After the start: jobs rest half a minute later, and V8 collects what the start left. */
const RESTS_AFTER_MS = 60_000

/* What tickets.pack-words does a thousand tickets an hour (pack-words.ts). */
const PACK_WORDS = `
  SET session_replication_role = replica; SET work_mem = '256MB';
  CREATE TEMP TABLE packed AS SELECT company_id, id FROM tickets.tickets
    WHERE status = 'closed' AND closed_at < now() - interval '1 day';
  INSERT INTO tickets.closed_ticket_words
    SELECT w.company_id, w.ticket_id, array_to_tsvector(array_agg(w.company_id || ':' || w.word))
    FROM tickets.ticket_words w JOIN packed p ON p.company_id = w.company_id AND p.id = w.ticket_id
    GROUP BY 1, 2 ORDER BY 1, 2 ON CONFLICT DO NOTHING;
  DELETE FROM tickets.ticket_words w USING packed p WHERE p.company_id = w.company_id AND p.id = w.ticket_id`

/* The same data behind this build's migrations and the jobs that finish them. */
async function upgrade(older) {
  const folder = at(`.cache/bench/upgraded-${path.basename(older)}`)
  if (existsSync(path.join(folder, 'upgraded'))) return folder
  say(`Copying the data to ${folder} …`)
  await copyData(older, folder)
  const desk = await startDesk(folder)
  const db = await connectAsOwner(desk)
  say('Packing the words of closed tickets …')
  await db.query(PACK_WORDS)
  await db.query('VACUUM (FULL) tickets.ticket_words')
  await db.query('VACUUM (ANALYZE)')
  await db.end()
  await desk.stop()
  writeFileSync(path.join(folder, 'upgraded'), '')
  return folder
}

const lines = []
const report = (...cells) => {
  lines.push(`| ${cells.join(' | ')} |`)
  say(lines.at(-1))
}

const open = async (folder, main) => ({ desk: await startDesk(folder, { main }) })

async function compare(sides, operation) {
  const costs = sides.map(() => [])
  // Alternating from the first call on: what is compiled and cached in one is in the other.
  for (let round = -1; round < rounds; round += 1)
    for (const [index, { desk, idle, scene }] of sides.entries()) {
      const cost = await measureUnit(desk, idle, operation, () => operation.run(scene))
      if (round >= 0) costs[index].push(cost)
    }
  const share = middle(costs[1]) / middle(costs[0])
  report(operation.name, operation.share, share.toFixed(2), showCosts(costs[0]), showCosts(costs[1]))
}

async function compareIdle(sides) {
  for (const side of sides) side.idle = await measureIdleCpu(side.desk, IDLE_MS)
  const [before, after] = sides.map(({ idle }) => sum(idle))
  const percent = (value) => `${(value / 10).toFixed(2)} %`
  report(
    'idle, share of a core',
    '0.2; ≤ 0.5 %',
    (after / before).toFixed(2),
    percent(before),
    percent(after),
  )
}

async function compareFanOut(sides) {
  const found = sides.map(() => [])
  for (let round = 0; round < 3; round += 1)
    for (const [index, { desk }] of sides.entries())
      await measureFanOut(desk, (row) => found[index].push(row.deliveriesPerSecond))
  const [before, after] = found.map((list) => quantile(list, 0.5))
  const count = (value) => `${Math.round(value)}/s of a core`
  report(
    'fan-out to 500 sockets',
    '2.6 times',
    `${(after / before).toFixed(2)} times`,
    count(before),
    count(after),
  )
}

await buildServer()
const older = await findOlderData(values)
const newer = await upgrade(older)
const sides = [
  await open(older, findOlderMain(values)),
  await open(newer, at('services/standalone/dist/main.js')),
]
try {
  await delay(RESTS_AFTER_MS)
  await compareIdle(sides)
  for (const side of sides) side.scene = await Scene.open(side.desk)
  for (const operation of OPERATIONS) if (wants(operation.name)) await compare(sides, operation)
  // Their sessions end when the same people log in again.
  for (const { scene } of sides) scene.close()
  if (wants('fan-out')) await compareFanOut(sides)
} finally {
  // Sockets first: one that is lost says so instead of what failed.
  for (const { scene } of sides) scene?.close()
  for (const { desk } of sides) await desk.stop()
}

if (values.write)
  writeSection(
    'Side by side',
    `${await circumstances()}, against ${path.basename(values.before)}; ${values.tickets} tickets, ${values.messages} messages, both
builds on the same data, ${rounds} rounds in turns, medians, CPU ms of node + Postgres, events and sockets behind an answer included.
Written by \`npm run bench:side-by-side -- --before=<checkout> --write\`.

| operation | goal, share | share | before | after |
|---|---|---|---|---|
${lines.join('\n')}
`,
  )
