// usage: npm run bench:schedules [-- --schedules=500 --write]
// How late schedules of one minute leave: each of another contact, handed over to the conversation (`sentAt`). When they arrive at the
// phone is the gateway's pace of the number, as for campaigns.
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { buildServer } from '../scripts/build.mjs'
import { say } from '../scripts/support/project.mjs'
import { logIn, readCpuMs, startDesk } from './desk.mjs'
import { circumstances, writeSection } from './results.mjs'
import { until } from './until.mjs'

const MINUTE = 60_000
const AT_ONCE = 8
/* Of the minute: what is measured begins before the first can be due. */
const BEFORE_MS = 2_000

async function forEach(count, make) {
  const made = []
  const rest = Array.from({ length: count }, (_, index) => index).values()
  const lane = async () => {
    for (const index of rest) made[index] = await make(index)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return made
}

/* Their time is a whole minute before which all of them are made: a schedule takes less time to make than three contacts. */
async function makeSchedules(admin, count) {
  const beganAt = Date.now()
  const contacts = await forEach(count, (index) =>
    admin.call('/contacts', { name: `Cliente ${index}`, number: `55119${60_000_000 + index}` }),
  )
  const sendAt = new Date(Math.ceil((Date.now() + 3 * (Date.now() - beganAt)) / MINUTE) * MINUTE)
  await forEach(count, (index) =>
    admin.call('/schedules', {
      body: `Olá ${index}`,
      sendAt: sendAt.toISOString(),
      contactId: contacts[index].id,
    }),
  )
  const leftMs = sendAt.getTime() - Date.now()
  if (leftMs < BEFORE_MS) throw new Error(`the schedules were made ${-leftMs} ms late`)
  return sendAt
}

async function listSchedules(admin, sendAt) {
  const all = []
  const range = `from=${sendAt.toISOString()}&to=${new Date(sendAt.getTime() + MINUTE).toISOString()}`
  for (let page = 1; ; page += 1) {
    const { schedules, hasMore } = await admin.call(`/schedules/?${range}&pageNumber=${page}`)
    all.push(...schedules)
    if (!hasMore) return all
  }
}

async function measure(desk, count) {
  const admin = await logIn(desk, 'admin@demo.local')
  const sendAt = await makeSchedules(admin, count)
  await delay(sendAt.getTime() - Date.now() - BEFORE_MS)
  const before = readCpuMs(desk)
  await delay(sendAt.getTime() - Date.now() + 3 * BEFORE_MS)
  const sent = await until(async () => {
    const schedules = await listSchedules(admin, sendAt)
    return schedules.every(({ status }) => status === 'ENVIADA') && schedules
  }, 1_000)
  const after = readCpuMs(desk)
  const lateMs = sent.map(({ sentAt }) => Date.parse(sentAt) - sendAt.getTime()).toSorted((a, b) => a - b)
  const at = (share) => `${(lateMs[Math.floor(share * (lateMs.length - 1))] / 1_000).toFixed(2)} s`
  const cost = (part) => `${((after[part] - before[part]) / count).toFixed(1)} ms`
  return `| ${sent.length} | ${at(0)} | ${at(0.5)} | ${at(0.95)} | **${at(1)}** | ${cost('node')} | ${cost('postgres')} |`
}

const { values } = parseArgs({
  options: { schedules: { type: 'string', default: '500' }, write: { type: 'boolean', default: false } },
})
await buildServer()
const folder = await mkdtemp(path.join(tmpdir(), 'bench-schedules-'))
const desk = await startDesk(folder)
try {
  const row = await measure(desk, Number(values.schedules))
  const load = loadavg()[0]?.toFixed(1)
  const text = `${await circumstances()}, load ${load}. Schedules of one minute, each of another contact: how long after their time they were handed over, and CPU each, with what follows from them within seconds. Goal: the last within 5 s.

| schedules | first | half | 95 % | last | app, each | database, each |
| --- | --- | --- | --- | --- | --- | --- |
${row}`
  if (values.write) writeSection('Schedules of one minute', text)
  else say(text)
} finally {
  await desk.stop()
  await rm(folder, { recursive: true, force: true })
}
