// usage: npm run bench:bare [-- --only=<text> --rounds=3 --tickets=200000 --messages=2000000 --write]
// What an operation costs beside its bare parts: express answering the same bytes, pg sending the same statements, argon2id. The
// statements are recorded from a desk and sent again to a copy of its data as it was before.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { deserialize } from 'node:v8'

import { buildServer } from '../scripts/build.mjs'
import { at, run, say } from '../scripts/support/project.mjs'
import { measureUnit, middle, showCosts } from './costs.mjs'
import { dataSet } from './data-set.mjs'
import { connectAsOwner, startDesk } from './desk.mjs'
import { OPERATIONS, Scene } from './operations.mjs'
import { measureIdleCpu } from './requests.mjs'
import { circumstances, writeSection } from './results.mjs'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '3' },
    tickets: { type: 'string', default: '200000' },
    messages: { type: 'string', default: '2000000' },
    write: { type: 'boolean', default: false },
  },
})
const wanted = OPERATIONS.filter(({ name }) => values.only.split(',').some((part) => name.includes(part)))
const rounds = Number(values.rounds)
/** Until everything behind an operation has been sent. */
const SETTLE_MS = 250
const WARM_UP = { once: 10, again: 3 }
/** What changes nothing is recorded a few times and sent again often; what writes is sent as often as it was recorded. */
const RECORDED_READS = 12

const isWritten = ({ name }) => /accept|inbound|log-in/.test(name)
const countInRound = (operation) => Math.ceil(operation.times / (operation.units ? 4 : 5))
const countRecorded = (operation) =>
  isWritten(operation) ? WARM_UP.once + rounds * countInRound(operation) : RECORDED_READS

/* Operations of the recording, each with the runs that are its own and what they answered. */
async function record(folder) {
  const recordedTo = at('.cache/bench/statements')
  process.env.RECORDED_TO = recordedTo
  const desk = await startDesk(folder, { nodeOptions: ['--require', at('bench/record-statements.cjs')] })
  const scene = await Scene.open(desk)
  const operations = []
  let marked = 0
  const mark = async () => {
    process.kill(desk.pid, 'SIGUSR2')
    marked += 1
    await delay(SETTLE_MS)
  }
  try {
    for (const operation of wanted) {
      // Its statements are prepared by name from their third use.
      for (let n = 0; n < (operation.first ?? WARM_UP.again); n += 1) await operation.run(scene)
      await delay(SETTLE_MS)
      const runs = []
      for (let n = 0; n < countRecorded(operation); n += 1) {
        await mark()
        const answer = await operation.run(scene)
        runs.push({ index: marked, body: JSON.stringify(answer ?? {}) })
        await delay(SETTLE_MS)
      }
      await mark()
      operations.push({ name: operation.name, runs })
    }
  } finally {
    scene.close()
    await desk.stop()
  }
  return { operations, sent: deserialize(readFileSync(recordedTo)) }
}

const isEnd = (text) => text === 'COMMIT' || text === 'ROLLBACK'

/* Transactions and single statements in the order in which they began: statements of one group were sent without an answer between them. */
function listUnits(sent) {
  const units = []
  const open = new Map()
  // The owner looks at migrations when the desk starts.
  for (const { run: of, client, role, isRoundTrip, name, text, values: params, id } of sent.filter(
    ({ role }) => role !== 'balcao',
  )) {
    let unit = open.get(client)
    if (!unit) {
      unit = { run: of, role, groups: [], texts: [] }
      units.push(unit)
      if (text.startsWith('BEGIN')) open.set(client, unit)
    }
    if (isRoundTrip || unit.groups.length === 0) unit.groups.push([])
    unit.groups.at(-1).push({ name: name && `${role}-${name}`, text, values: params, id })
    unit.texts.push(text)
    if (isEnd(text)) open.delete(client)
  }
  return units
}

const kindOf = ({ role, texts }) => `${role}\n${texts.join('\n')}`

/*
 * Transactions of the operation: those of nearly every run. What is sent in fewer belongs to jobs that look for work, leases and
 * such, but for a relay, which takes several events at once.
 */
function findKinds(units, runs) {
  const indexes = new Set(runs.map(({ index }) => index))
  const times = new Map()
  for (const unit of units)
    if (indexes.has(unit.run)) times.set(kindOf(unit), (times.get(kindOf(unit)) ?? 0) + 1)
  const isOften = ([kind, count]) => count >= runs.length * (kind.includes('outbox') ? 0.4 : 0.9)
  return new Set([...times].filter(isOften).map(([kind]) => kind))
}

async function startBare(dataDir, postgresPassword) {
  const child = fork(at('bench/bare-server.mjs'), {
    env: {
      ...process.env,
      BARE: JSON.stringify({ dataDir: path.join(dataDir, 'postgres'), password: postgresPassword }),
    },
    serialization: 'advanced',
  })
  const [{ port, postmaster }] = await once(child, 'message')
  const tell = async (message) => {
    const answered = once(child, 'message')
    child.send(message)
    await answered
  }
  const call = async (n, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}/run/${n}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`bare, run ${n}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const stop = async () => {
    const ended = once(child, 'exit')
    child.send({ isOver: true })
    await ended
  }
  return { processes: { pids: [child.pid], postmaster }, tell, call, stop }
}

async function findHash(desk) {
  const db = await connectAsOwner(desk)
  const { rows } = await db.query(
    `SELECT password_hash AS hash FROM auth.users WHERE email = 'bruno@demo.local'`,
  )
  await db.end()
  return rows[0].hash
}

/* Each operation with what its runs sent, and with all that was sent before them and changed the data. */
function listReplays({ operations, sent }, hash) {
  const units = listUnits(sent)
  let replayed = 0
  return operations.map(({ name, runs }) => {
    const kinds = findKinds(units, runs)
    const before = units.filter((unit) => unit.run >= replayed && unit.run < runs[0].index)
    replayed = runs.at(-1).index + 1
    const replays = runs.map(({ index, body }) => ({
      body,
      hash: name === 'log-in' ? hash : undefined,
      units: units.filter((unit) => unit.run === index && kinds.has(kindOf(unit))),
    }))
    return { operation: wanted.find((one) => one.name === name), before, replays }
  })
}

/* Rounds of the desk and of its bare parts in turns. What is replayed once is replayed in its order. */
async function compare({ desk, scene, bare, idle }, { operation, before, replays }) {
  await bare.tell({ operation: { runs: [{ units: before, body: '{}' }] } })
  await bare.call(0, {})
  await bare.tell({ operation: { runs: replays } })
  const replay = (n) => bare.call(n, { password: 'balcao123' })
  const work = () => operation.run(scene)
  const [warm, times] = isWritten(operation)
    ? [WARM_UP.once, countInRound(operation)]
    : [operation.times, operation.times]
  for (let n = 0; n < warm; n += 1) await Promise.all([replay(n), work()])
  const costs = { desk: [], bare: [] }
  for (let round = 0; round < rounds; round += 1) {
    costs.desk.push(await measureUnit(desk, idle.desk, operation, work))
    const from = warm + round * times
    const again = (n) => replay(from + n)
    costs.bare.push(await measureUnit(bare.processes, idle.bare, { ...operation, times }, again))
  }
  const ratio = (middle(costs.desk) / middle(costs.bare)).toFixed(2)
  const statements = replays[0].units.reduce((count, { texts }) => count + texts.length, 0)
  return [operation.name, ratio, showCosts(costs.desk), showCosts(costs.bare), statements]
}

await buildServer()
const folder = await dataSet({ tickets: Number(values.tickets), messages: Number(values.messages) })
const copy = at('.cache/bench/bare')
await rm(copy, { recursive: true, force: true })
await run('cp', ['-a', folder, copy])
say('Recording …')
const recorded = await record(folder)
const desk = await startDesk(folder)
const scene = await Scene.open(desk)
const bare = await startBare(copy, readFileSync(path.join(folder, 'secrets/postgres-password'), 'utf8'))
const lines = []
try {
  // What a desk does once after its start is over.
  await delay(20_000)
  const idle = {
    desk: await measureIdleCpu(desk, 20_000),
    bare: await measureIdleCpu(bare.processes, 10_000),
  }
  for (const replayed of listReplays(recorded, await findHash(desk))) {
    const cells = await compare({ desk, scene, bare, idle }, replayed)
    lines.push(`| ${cells.join(' | ')} |`)
    say(lines.at(-1))
  }
} finally {
  scene.close()
  await desk.stop()
  await bare.stop()
}

if (values.write)
  writeSection(
    'Bare parts',
    `${await circumstances()}; ${values.tickets} tickets, ${values.messages} messages. CPU ms of node + Postgres. Bare: express answers the
same bytes, pg sends the same statements to a copy of the same data, argon2id verifies the password; gzip as the desk's. Written by
\`npm run bench:bare -- --write\`.

| operation | times the bare parts | desk | bare | statements |
|---|---|---|---|---|
${lines.join('\n')}
`,
  )
