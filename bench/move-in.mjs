// usage: npm run bench:move-in [-- --messages=200000 --tickets=20000 --kill-after=10 --write]
// A generated database of Whaticket, moved into the demo's company by `npm run import` beside the desk: messages a second, and how long
// an agent's list of tickets takes meanwhile. With --kill-after the import is killed (SIGKILL) so many seconds after its start and run again.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import pg from 'pg'

import { buildServer } from '../scripts/build.mjs'
import { at, say } from '../scripts/support/project.mjs'
import { connectAsOwner, logIn, startDesk } from './desk.mjs'
import { circumstances, writeSection } from './results.mjs'

const LIST_EVERY_MS = 250

const TIMES = '"createdAt" timestamptz NOT NULL DEFAULT now(), "updatedAt" timestamptz NOT NULL DEFAULT now()'

/* Words follow a steep law, as in talk: half of them are of the 60 most frequent of 6,000. */
const sourceSql = ({ tickets, messages }) => `
  CREATE TABLE "Users" (id int PRIMARY KEY, name text, email text, profile text, ${TIMES});
  CREATE TABLE "Queues" (id int PRIMARY KEY, name text, color text, ${TIMES});
  CREATE TABLE "Whatsapps" (id int PRIMARY KEY, name text, status text, ${TIMES});
  CREATE TABLE "Contacts" (id int PRIMARY KEY, name text, number text, email text NOT NULL DEFAULT '', "isGroup" boolean NOT NULL DEFAULT false, ${TIMES});
  CREATE TABLE "ContactCustomFields" (id int PRIMARY KEY, name text, value text, "contactId" int);
  CREATE TABLE "Tickets" (id int PRIMARY KEY, status text, "contactId" int, "whatsappId" int, "userId" int, "queueId" int, "isGroup" boolean NOT NULL DEFAULT false, ${TIMES});
  CREATE TABLE "Messages" (id text PRIMARY KEY, body text, ack int NOT NULL DEFAULT 0, "fromMe" boolean NOT NULL, "mediaType" text, "mediaUrl" text,
    "ticketId" int, "contactId" int, "isDeleted" boolean, "quotedMsgId" text, ${TIMES});
  CREATE TABLE "UserQueues" ("userId" int, "queueId" int);
  CREATE TABLE "WhatsappQueues" ("whatsappId" int, "queueId" int);
  CREATE TABLE "Settings" (key text, value text);
  INSERT INTO "Users" VALUES (1, 'Rosa', 'rosa@antiga.test', 'admin');
  INSERT INTO "Queues" VALUES (1, 'Antiga', '#123456');
  INSERT INTO "Whatsapps" VALUES (1, 'Antiga', 'CONNECTED');
  INSERT INTO "Contacts" (id, name, number) SELECT n, 'Cliente ' || n, 5511900000000 + n FROM generate_series(1, ${tickets} / 3 + 1) n;
  INSERT INTO "Tickets" (id, status, "contactId", "whatsappId", "userId", "queueId", "createdAt", "updatedAt")
    SELECT n, 'closed', 1 + n % (${tickets} / 3), 1, 1, 1, t, t + interval '1 hour'
    FROM generate_series(1, ${tickets}) n, LATERAL (SELECT timestamptz '2023-01-01' + n * interval '5 minutes' AS t) t;
  INSERT INTO "Messages" (id, body, "fromMe", "mediaType", "ticketId", "contactId", ack, "createdAt")
    SELECT 'M' || n, (SELECT string_agg('palavra' || floor(6000 * power(random(), 7)), ' ') FROM generate_series(1, 3 + (n % 12)) WHERE n > 0),
      n % 2 = 0, 'chat', 1 + n % ${tickets}, 1, 3, timestamptz '2023-01-01' + n % ${tickets} * interval '5 minutes' + n / ${tickets} * interval '1 minute'
    FROM generate_series(1, ${messages}) n;
  CREATE INDEX ON "Messages" ("ticketId"); ANALYZE;`

async function makeSource(desk, size) {
  const owner = await connectAsOwner(desk)
  const { host, port, user, password } = owner
  await owner.query('CREATE DATABASE other')
  await owner.end()
  const other = new pg.Client({ host, port, user, password, database: 'other' })
  await other.connect()
  await other.query(sourceSql(size))
  await other.end()
  return `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/other?host=${encodeURIComponent(host)}`
}

/* Resolves with what it said, and its exit code; null when it was killed. */
function runImport(desk, url, killAfterMs) {
  const args = [
    'scripts/import.mjs',
    '--from',
    'whaticket',
    '--url',
    url,
    '--company',
    'Loja Aurora',
    '--accept-unknown',
  ]
  const child = spawn(process.execPath, args, {
    cwd: at('.'),
    env: { ...process.env, DATA_DIR: desk.dataDir },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const timer = killAfterMs > 0 ? setTimeout(() => child.kill('SIGKILL'), killAfterMs) : undefined
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ code, output })
    })
  })
}

/* What an agent waits for while it runs. */
async function watchLists(desk, isOver) {
  const admin = await logIn(desk, 'admin@demo.local')
  const times = []
  while (!isOver()) {
    const startedAt = performance.now()
    await admin.call('/tickets?showAll=true&status=closed')
    times.push(performance.now() - startedAt)
    await delay(LIST_EVERY_MS)
  }
  return times.toSorted((a, b) => a - b)
}

async function countImported(desk) {
  const owner = await connectAsOwner(desk)
  const { rows } = await owner.query(
    `SELECT (SELECT count(*) FROM tickets.messages WHERE wa_id LIKE 'M%')::int AS messages,
      (SELECT count(DISTINCT wa_id) FROM tickets.messages WHERE wa_id LIKE 'M%')::int AS different`,
  )
  await owner.end()
  return rows[0]
}

async function measure(desk, size, killAfterMs) {
  const url = await makeSource(desk, size)
  let isOver = false
  const watching = watchLists(desk, () => isOver)
  try {
    if (killAfterMs > 0) {
      await runImport(desk, url, killAfterMs)
      say(`killed: ${JSON.stringify(await countImported(desk))}`)
    }
    const before = await countImported(desk)
    const startedAt = performance.now()
    const { code, output } = await runImport(desk, url, 0)
    const seconds = (performance.now() - startedAt) / 1_000
    if (code !== 0) throw new Error(`the import ended with ${code}:\n${output}`)
    const after = await countImported(desk)
    if (after.messages !== size.messages || after.different !== size.messages)
      throw new Error(`of ${size.messages} messages there are ${JSON.stringify(after)}`)
    return { brought: after.messages - before.messages, seconds, watching }
  } finally {
    isOver = true
  }
}

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '200000' },
    tickets: { type: 'string', default: '20000' },
    'kill-after': { type: 'string', default: '0' },
    write: { type: 'boolean', default: false },
  },
})
await buildServer()
const folder = await mkdtemp(path.join(tmpdir(), 'bench-move-in-'))
const desk = await startDesk(folder)
try {
  const size = { messages: Number(values.messages), tickets: Number(values.tickets) }
  const { brought, seconds, watching } = await measure(desk, size, Number(values['kill-after']) * 1_000)
  const times = await watching
  const share = (part) => `${times[Math.floor(part * (times.length - 1))].toFixed(0)} ms`
  const load = (await readFile('/proc/loadavg', 'utf8')).split(' ')[0]
  const text = `${await circumstances()}, load ${load}. A database of Whaticket, moved in beside a running desk, from the start of the command to its end; an agent lists closed tickets four times a second meanwhile. Goal: 1,100 messages a second.

| messages | tickets | seconds | messages a second | list, half | 95 % | longest |
| --- | --- | --- | --- | --- | --- | --- |
| ${brought} | ${size.tickets} | ${seconds.toFixed(0)} | **${(brought / seconds).toFixed(0)}** | ${share(0.5)} | ${share(0.95)} | ${share(1)} |`
  if (values.write) writeSection('Moving in', text)
  else say(text)
} finally {
  await desk.stop()
  await rm(folder, { recursive: true, force: true })
}
