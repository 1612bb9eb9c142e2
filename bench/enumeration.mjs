// usage: npm run bench:enumeration [-- --requests=400 --write]
// Whether the time of an answer tells if an e-mail is known: wrong passwords and requests for a code, of known and unknown e-mails in
// random order. The area under the ROC curve is 0.5 when it tells nothing, and 1 when every known one is slower.
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { buildServer } from '../scripts/build.mjs'
import { say } from '../scripts/support/project.mjs'
import { startDesk } from './desk.mjs'
import { circumstances, writeSection } from './results.mjs'

const WARM_UP = 20

const known = ['admin@demo.local', 'ana@demo.local', 'bruno@demo.local', 'super@demo.local']
const unknown = known.map((email) => email.replace('demo.local', 'none.local'))

const post = async (url, body) => {
  const startedAt = performance.now()
  const response = await fetch(url, {
    method: 'POST',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  await response.arrayBuffer()
  return { ms: performance.now() - startedAt, status: response.status }
}

const ways = {
  'log-in': (desk, email) => post(`${desk.url}/auth/login`, { email, password: 'wrong but long' }),
  'password reset': (desk, email) => post(`${desk.url}/forgetpassword/${encodeURIComponent(email)}`),
}

/* Known and unknown in random order: the machine's other work meets both. */
function shuffle(items) {
  for (let index = items.length - 1; index > 0; index -= 1) {
    const other = Math.floor(Math.random() * (index + 1))
    ;[items[index], items[other]] = [items[other], items[index]]
  }
  return items
}

/** Probability that a known e-mail's time is above an unknown one's; ties count half (Mann-Whitney). */
function computeAuc(knownMs, unknownMs) {
  let above = 0
  for (const one of knownMs) for (const other of unknownMs) above += one > other ? 1 : one === other ? 0.5 : 0
  return above / (knownMs.length * unknownMs.length)
}

const median = (values) => values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)]

async function measure(desk, way, requests) {
  const emails = (list, count) => Array.from({ length: count }, (_, index) => list[index % list.length])
  for (const email of emails([...known, ...unknown], WARM_UP)) await ways[way](desk, email)
  const times = { known: [], unknown: [] }
  const statuses = { known: new Set(), unknown: new Set() }
  const asked = shuffle([...emails(known, requests / 2), ...emails(unknown, requests / 2)])
  for (const email of asked) {
    const { ms, status } = await ways[way](desk, email)
    const kind = known.includes(email) ? 'known' : 'unknown'
    times[kind].push(ms)
    statuses[kind].add(status)
  }
  if (String([...statuses.known]) !== String([...statuses.unknown]))
    throw new Error(
      `${way}: known e-mails are answered ${[...statuses.known]}, unknown ones ${[...statuses.unknown]}`,
    )
  return {
    status: [...statuses.known].join(' '),
    auc: computeAuc(times.known, times.unknown),
    known: median(times.known),
    unknown: median(times.unknown),
  }
}

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '400' }, write: { type: 'boolean', default: false } },
})
await buildServer()
const folder = await mkdtemp(path.join(tmpdir(), 'bench-enumeration-'))
const desk = await startDesk(folder)
const rows = []
try {
  for (const way of Object.keys(ways)) {
    const {
      status,
      auc,
      known: knownMs,
      unknown: unknownMs,
    } = await measure(desk, way, Number(values.requests))
    rows.push(
      `| ${way} | ${status} | ${auc.toFixed(3)} | ${knownMs.toFixed(1)} ms | ${unknownMs.toFixed(1)} ms |`,
    )
    say(rows.at(-1))
  }
} finally {
  await desk.stop()
  await rm(folder, { recursive: true, force: true })
}
const table = [
  '| what is asked | AUC | median, known | median, unknown |',
  '| --- | --- | --- | --- |',
  ...rows,
].join('\n')
const load = loadavg()[0]?.toFixed(1)
const text = `${await circumstances()}, load ${load}. ${values.requests} requests each, half of them of known e-mails, in random order. The area under the ROC curve is 0.5 when times tell nothing.\n\n${table}`
if (values.write) writeSection('Enumeration', text)
else say(text)
