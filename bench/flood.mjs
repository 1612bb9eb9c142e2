// usage: npm run bench:flood [-- --messages=300 --write]
// How long the messages of one company take to its agents' sockets while another one on the same desk is flooded.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'

import { buildServer } from '../scripts/build.mjs'
import { at, say as print } from '../scripts/support/project.mjs'
import { logIn, startDesk } from './desk.mjs'
import { Audience, connectNumber, paced, percentile, say } from './live.mjs'
import { circumstances, writeSection } from './results.mjs'

const { values } = parseArgs({
  options: { messages: { type: 'string', default: '300' }, write: { type: 'boolean', default: false } },
})
const count = Number(values.messages)
const PASSWORD = 'uma senha bem comprida 7'
/** Heaps of messages on their way to the flooded company, each sent again when all of it has arrived. */
const HEAPS = 3
const HEAP = 500

async function openCompany(desk) {
  const operator = await logIn(desk, 'super@demo.local')
  const { plans } = await operator.call('/plans')
  const email = 'quiet@bench.local'
  await operator.call('/companies', {
    name: 'Calma',
    email,
    password: PASSWORD,
    planId: plans[0].id,
    status: true,
  })
  return logIn(desk, email, PASSWORD)
}

const audiences = []

/* Someone who listens, and a number to write to. */
async function startTalk(desk, admin) {
  const audience = new Audience()
  audiences.push(audience)
  await audience.grow(desk, admin.token, 1)
  return { admin, audience, connections: [await connectNumber(admin, 'Número')] }
}

async function flood(talk, isOver) {
  let messages = 0
  const heap = async () => {
    while (!isOver()) {
      await say(talk, HEAP)
      messages += HEAP
    }
  }
  await Promise.all(Array.from({ length: HEAPS }, heap))
  return messages
}

const lines = []
const report = (what, times, beside) => {
  const [p50, p95, p100] = [0.5, 0.95, 0.999].map((share) => `${percentile(times, share).toFixed(0)} ms`)
  lines.push(`| ${what} | ${p50} | ${p95} | ${p100} | ${beside} | ${loadavg()[0].toFixed(1)} |`)
  print(lines.at(-1))
}

await buildServer()
await mkdir(at('.cache/bench'), { recursive: true })
const folder = await mkdtemp(at('.cache/bench/flood-'))
const desk = await startDesk(folder)
try {
  const flooded = await startTalk(desk, await logIn(desk, 'admin@demo.local'))
  const quiet = await startTalk(desk, await openCompany(desk))
  await say(flooded, HEAP)
  await paced(quiet, count)
  report('alone', await paced(quiet, count), '')
  let isOver = false
  const from = performance.now()
  const flooding = flood(flooded, () => isOver)
  await paced(quiet, count / 3)
  const times = await paced(quiet, count)
  isOver = true
  const messages = await flooding
  const perSecond = Math.round((messages * 1_000) / (performance.now() - from))
  report('beside a flooded company', times, `${perSecond} a second`)
} finally {
  for (const audience of audiences) audience.leave()
  await desk.stop()
  await rm(folder, { recursive: true, force: true })
}

if (values.write)
  writeSection(
    'One company flooded',
    `${await circumstances()}: messages of one company, 20 a second, from the simulated phone's API to a socket; clients on the same cores.
Beside it ${HEAPS} heaps of ${HEAP} messages are on their way to another company all the time. Written by \`npm run bench:flood -- --write\`.

| messages | p50 | p95 | longest | the other company | load |
|---|---|---|---|---|---|
${lines.join('\n')}
`,
  )
