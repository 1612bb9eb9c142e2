// usage: npm run bench:sessions [-- --sessions=150 --seconds=20 --write]
// Real phones' sessions in one process: what one costs, how fast messages pass, how soon all are back after a restart.
import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { buildServer } from '../scripts/build.mjs'
import { at, say } from '../scripts/support/project.mjs'
import { connectAsOwner, readCpuMs, logIn, readMemory, startDesk } from './desk.mjs'
import { measureIdleCpu } from './requests.mjs'
import { circumstances, writeSection } from './results.mjs'
import { until } from './until.mjs'

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '150' },
    seconds: { type: 'string', default: '20' },
    write: { type: 'boolean', default: false },
  },
})
const sessions = Number(values.sessions)
const seconds = Number(values.seconds)
const CONTACTS = 10
const GOAL_PER_SECOND = 150
const PAIRED_AT_ONCE = 4
const IDLE_MS = 20_000

function startPhones() {
  const child = fork(at('bench/phones.mjs'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const waiting = new Map()
  let last = 0
  const ready = new Promise((resolve) => waiting.set(0, { resolve }))
  child.on('message', ({ id, output, error }) => {
    const { resolve, reject } = waiting.get(id)
    waiting.delete(id)
    if (error) reject(new Error(error))
    else resolve(output)
  })
  const ask = (name, input) =>
    new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      child.send({ id: last, name, input })
    })
  return { ready, ask, stop: () => child.kill() }
}

const lines = []
const report = (what, goal, result) => {
  const line = `| ${what} | ${goal} | ${result} | ${loadavg()[0].toFixed(1)} |`
  lines.push(line)
  say(line)
}

/* Created through the API and scanned, a few at a time. Answers their tokens, which are shown once. */
async function pairAll(admin, phones) {
  const { length: count } = Array.from({ length: sessions })
  let next = 0
  const tokens = []
  const worker = async () => {
    while (next < count) {
      const index = next++
      const { id, token } = await admin.call('/whatsapp', { name: `Número ${index}`, provider: 'beta' })
      tokens[index] = token
      const qr = await until(async () => (await admin.call(`/whatsapp/${id}`)).qrcode)
      await phones.ask('scan', { index, qr })
      await until(async () => (await admin.call(`/whatsapp/${id}`)).status === 'CONNECTED')
    }
  }
  await Promise.all(Array.from({ length: PAIRED_AT_ONCE }, worker))
  return tokens
}

const readCount = async (owner, sql) => Number((await owner.query(sql)).rows[0].count)
const recorded = (owner) => readCount(owner, 'SELECT count(*) FROM messaging_gateway.inbound_messages')
const accepted = (owner) =>
  readCount(
    owner,
    `SELECT count(*) FROM messaging_gateway.outbound WHERE state IN ('ACCEPTED', 'DELIVERED', 'READ')`,
  )

async function measureCost(desk, idle, count, work) {
  const from = performance.now()
  const before = readCpuMs(desk)
  await work()
  const tookMs = performance.now() - from
  const after = readCpuMs(desk)
  const of = (part) => (after[part] - before[part] - (idle[part] * tookMs) / 1000) / count
  return { perSecond: (count * 1000) / tookMs, node: of('node'), postgres: of('postgres') }
}

const shown = ({ perSecond, node, postgres }) =>
  `${perSecond.toFixed(0)}/s; CPU ${(node + postgres).toFixed(1)} ms each: app ${node.toFixed(1)}, database ${postgres.toFixed(1)}`

async function measureInbound(desk, owner, phones, idle) {
  const flood = async (count, perSecond) => {
    const goal = (await recorded(owner)) + count
    await phones.ask('flood', { count, perSecond, contacts: CONTACTS })
    await until(async () => (await recorded(owner)) >= goal)
  }
  await flood(sessions * 2, 0)
  const steady = GOAL_PER_SECOND * seconds
  report(
    `in, ${GOAL_PER_SECOND} a second offered`,
    `${GOAL_PER_SECOND}/s`,
    shown(await measureCost(desk, idle, steady, () => flood(steady, GOAL_PER_SECOND))),
  )
  const many = 20 * sessions
  report(`in, ${many} at once`, '', shown(await measureCost(desk, idle, many, () => flood(many, 0))))
}

async function measureOutbound({ desk, owner, phones }, tokens, idle) {
  const numbers = await Promise.all(
    Array.from({ length: CONTACTS }, (_, contact) => phones.ask('readNumber', { contact })),
  )
  const count = 10 * tokens.length
  const work = async () => {
    const goal = (await accepted(owner)) + count
    let next = 0
    const worker = async () => {
      while (next < count) {
        const n = next++
        const body = JSON.stringify({
          number: numbers[Math.floor(n / tokens.length) % CONTACTS],
          body: `resposta ${n}`,
        })
        const headers = {
          authorization: `Bearer ${tokens[n % tokens.length]}`,
          'content-type': 'application/json',
        }
        const answer = await fetch(`${desk.url}/api/messages/send`, { method: 'POST', headers, body })
        if (!answer.ok) throw new Error(`send: ${answer.status} ${await answer.text()}`)
      }
    }
    await Promise.all(Array.from({ length: 16 }, worker))
    await until(async () => (await accepted(owner)) >= goal)
  }
  report(`out, ${count} first messages to a contact`, '', shown(await measureCost(desk, idle, count, work)))
  report(`out, ${count} further ones`, '', shown(await measureCost(desk, idle, count, work)))
}

await buildServer()
const folder = await mkdtemp(path.join(tmpdir(), 'balcao-bench-sessions-'))
const phones = startPhones()
try {
  await phones.ready
  const { url, rootKey, mediaUrl, webClientUrl } = await phones.ask('where')
  Object.assign(process.env, {
    WHATSAPP_WEB_URL: url,
    WHATSAPP_ROOT_KEY: rootKey,
    WHATSAPP_MEDIA_URL: mediaUrl,
    WHATSAPP_WEB_CLIENT_URL: webClientUrl,
  })
  let desk = await startDesk(folder)
  let owner = await connectAsOwner(desk)
  await owner.query('UPDATE billing.plans SET connections = 1000')
  await owner.end()
  await desk.stop()

  desk = await startDesk(folder)
  owner = await connectAsOwner(desk)
  const admin = await logIn(desk, 'admin@demo.local')
  await delay(IDLE_MS / 2)
  const bare = readMemory(desk)
  const bareCpu = await measureIdleCpu(desk, IDLE_MS / 2)
  const pairedFrom = performance.now()
  const tokens = await pairAll(admin, phones)
  say(`${sessions} phones linked in ${((performance.now() - pairedFrom) / 1000).toFixed(0)} s`)
  await owner.end()
  await desk.stop()

  desk = await startDesk(folder)
  const openedFrom = performance.now()
  await until(async () => (await phones.ask('online')) === sessions)
  report(
    `all ${sessions} sessions open after a restart`,
    '≤ 60 s',
    `${((performance.now() - openedFrom) / 1000).toFixed(1)} s after ready (${(desk.readyMs / 1000).toFixed(1)} s)`,
  )
  owner = await connectAsOwner(desk)
  await delay(2 * IDLE_MS)
  const full = readMemory(desk)
  const idle = await measureIdleCpu(desk, IDLE_MS)
  const each = (full.node - bare.node) / sessions
  report(
    'memory of an idle session',
    '≤ 20 MB',
    `${each.toFixed(2)} MB (process ${bare.node.toFixed(0)} → ${full.node.toFixed(0)} MB; Postgres ${bare.postgres.toFixed(0)} → ${full.postgres.toFixed(0)} MB)`,
  )
  report(
    'CPU of an idle session',
    '',
    `${((idle.node + idle.postgres - bareCpu.node - bareCpu.postgres) / sessions).toFixed(2)} ms a second (all: ${((idle.node + idle.postgres) / 10).toFixed(1)} % of a core)`,
  )

  await measureInbound(desk, owner, phones, idle)
  await measureOutbound({ desk, owner, phones }, tokens, idle)
  const busy = readMemory(desk)
  report(
    `memory with ${sessions} sessions after the load`,
    '≤ 4 GB',
    `node ${busy.node.toFixed(0)} MB, Postgres ${busy.postgres.toFixed(0)} MB`,
  )
  const violations = await phones.ask('violations')
  if (violations.length > 0)
    throw new Error(`the client broke the protocol:\n${violations.slice(0, 10).join('\n')}`)
  await owner.end()
  await desk.stop()
} finally {
  phones.stop()
  await rm(folder, { recursive: true, force: true })
}

if (values.write) {
  writeSection(
    'Sessions of real phones',
    `${await circumstances()}: ${sessions} sessions in one process, the whole desk behind them, against
a network on the same machine in a process of its own (its work is not in the CPU columns, but it shares the cores).
Written by \`npm run bench:sessions -- --write\`.

| what | goal | result | load |
|---|---|---|---|
${lines.join('\n')}
`,
  )
}
