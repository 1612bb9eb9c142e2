// usage: npm run bench:upgrade -- --before=<built checkout> [--tickets=200000] [--messages=2000000] [--write]
// A desk of an older build is used while the database is brought to this build's schema, goes on behind it, and this build takes over:
// requests that failed, the slowest ones, and whether every message that was accepted is there once.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { buildServer } from '../scripts/build.mjs'
import { migrationSets } from '../scripts/support/installation.mjs'
import { at, say as print } from '../scripts/support/project.mjs'
import { connectAsOwner, logIn, readOwner, startDesk } from './desk.mjs'
import { copyData, findOlderData, findOlderMain } from './older-build.mjs'
import { circumstances, quantile, writeSection } from './results.mjs'

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
const ARRIVED_WITHIN_MS = 60_000
/** Each of these is asked for again after a pause, whatever the others take. */
const PAUSE_MS = 100

const lines = []
const report = (...cells) => {
  lines.push(`| ${cells.join(' | ')} |`)
  print(lines.at(-1))
}

/** Uses a desk as agents and customers do, until `stop`. */
class Usage {
  times = []
  failures = []
  sent = new Set()
  isOver = false

  static async begin(desk) {
    const usage = new Usage()
    usage.admin = await logIn(desk, 'admin@demo.local')
    const { tickets } = await usage.admin.call('/tickets?status=open&showAll=true')
    usage.tickets = tickets.map(({ id }) => id)
    const kinds = [
      () => usage.admin.call('/tickets?status=open&showAll=true'),
      () => usage.admin.call('/tickets?showAll=true&searchParam=Maria'),
      () => usage.admin.call('/contacts?searchParam=Maria'),
      () => usage.admin.call(`/messages/${usage.anyTicket()}?markAsRead=false`),
      () => usage.send(),
      () => usage.receive(),
    ]
    usage.running = kinds.map((work) => usage.repeat(work))
    return usage
  }

  anyTicket() {
    return this.tickets[Math.floor(Math.random() * this.tickets.length)]
  }

  async send() {
    const body = `enviada ${randomUUID()}`
    await this.admin.call(`/messages/${this.anyTicket()}`, { body, clientId: randomUUID() })
    this.sent.add(body)
  }

  async receive() {
    const body = `recebida ${randomUUID()}`
    const number = `55218${70000000 + Math.floor(Math.random() * 1000)}`
    await this.admin.call('/simulator/inbound', {
      messages: [{ connection: 1, number, name: 'Cliente', body }],
    })
    this.sent.add(body)
  }

  async repeat(work) {
    while (!this.isOver) {
      const from = performance.now()
      try {
        await work()
      } catch (error) {
        this.failures.push(error.message)
      }
      this.times.push(performance.now() - from)
      await delay(PAUSE_MS)
    }
  }

  /** Says what was asked for since the last time. */
  note(phase, seconds) {
    const ms = (share) => `${quantile(this.times, share).toFixed(0)} ms`
    report(
      phase,
      `${seconds.toFixed(1)} s`,
      this.times.length,
      this.failures.length,
      ms(0.5),
      ms(0.99),
      ms(1),
    )
    for (const failure of this.failures.slice(0, 5)) print(failure)
    this.times = []
    this.failures = []
  }

  async during(phase, work) {
    const from = performance.now()
    const result = await work()
    this.note(phase, (performance.now() - from) / 1000)
    return result
  }

  async stop() {
    this.isOver = true
    await Promise.all(this.running)
    return this.sent
  }
}

/* How many of the texts are there, and how many rows they are, once what is on its way has arrived. */
async function countKept(desk, texts) {
  const db = await connectAsOwner(desk)
  const read = async () => {
    const { rows } = await db.query(
      `SELECT count(*)::int AS rows, count(DISTINCT d.body ->> 'body')::int AS texts
       FROM tickets.messages m JOIN tickets.message_documents d USING (company_id, id)
       WHERE m.created_at > now() - interval '1 hour' AND d.body ->> 'body' = ANY ($1)`,
      [texts],
    )
    return rows[0]
  }
  try {
    const until = performance.now() + ARRIVED_WITHIN_MS
    let kept = await read()
    while (kept.texts < texts.length && performance.now() < until) {
      await delay(500)
      kept = await read()
    }
    return kept
  } finally {
    await db.end()
  }
}

await buildServer()
const folder = at('.cache/bench/upgrade')
await copyData(await findOlderData(values), folder)
const older = await startDesk(folder, { main: findOlderMain(values) })
const sent = new Set()
try {
  const usage = await Usage.begin(older)
  await usage.during('the older build', () => delay(BEFORE_MS))
  const admin = readOwner(older)
  await usage.during('its database is migrated', () =>
    migrate(migrationSets(), { admin, roleSecret: admin.password, log: print }),
  )
  await usage.during('the older build on the new schema', () => delay(BEHIND_MS))
  for (const body of await usage.stop()) sent.add(body)
} finally {
  await older.stop()
}
const newer = await startDesk(folder)
try {
  const usage = await Usage.begin(newer)
  await usage.during('this build, its jobs at work', () => delay(AFTER_MS))
  for (const body of await usage.stop()) sent.add(body)
  const kept = await countKept(newer, [...sent])
  print(`${sent.size} messages accepted, ${kept.texts} kept, ${kept.rows - kept.texts} twice`)
  if (kept.texts !== sent.size || kept.rows !== kept.texts) process.exitCode = 1
  lines.push(
    `\n${sent.size} messages were accepted: ${sent.size - kept.texts} lost, ${kept.rows - kept.texts} twice.`,
  )
} finally {
  await newer.stop()
  await rm(folder, { recursive: true, force: true })
}

if (values.write)
  writeSection(
    'An upgrade of a desk in use',
    `${await circumstances()}; ${values.tickets} tickets, ${values.messages} messages; six people and phones ask again ${PAUSE_MS} ms after each answer.
Written by \`npm run bench:upgrade -- --before=<checkout> --write\`.

| phase | took | requests | failed | p50 | p99 | slowest |
|---|---|---|---|---|---|---|
${lines.join('\n')}
`,
  )
