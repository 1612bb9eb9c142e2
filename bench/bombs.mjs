// usage: npm run bench:bombs [-- --write]
// How much the service's memory rises while a hostile spreadsheet is refused; the process that reads it has its own memory.
import { createRequire } from 'node:module'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { buildServer } from '../scripts/build.mjs'
import { at, say } from '../scripts/support/project.mjs'
import { logIn, readMemory, readPeak, resetPeak, startDesk } from './desk.mjs'
import { circumstances, writeSection } from './results.mjs'

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } })

await buildServer()
const require = createRequire(import.meta.url)
const { sheetBombs } = require(at('services/shared/testkit/dist/builders/sheet-bombs.js'))

async function upload({ url }, { token }, list, bytes) {
  const body = new FormData()
  body.append('file', new Blob([bytes]), 'alvos.xls')
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/contact-lists/${list}/upload`, { method: 'POST', headers, body })
  return (await response.json()).error ?? 'accepted'
}

async function measure(desk, admin, list, { name, bytes }) {
  resetPeak(desk.pid)
  const before = readMemory(desk).node
  const beganAt = performance.now()
  const answer = await upload(desk, admin, list, bytes)
  const seconds = ((performance.now() - beganAt) / 1_000).toFixed(1)
  const rise = (readPeak(desk.pid) - before).toFixed(0)
  return `| ${name} | ${(bytes.length / 1024).toFixed(0)} KiB | ${answer} | ${seconds} s | **${rise} MiB** |`
}

// Building takes seconds, in which the desk would close a connection that waits.
const bombs = Object.entries(sheetBombs).map(([name, build]) => ({ name, bytes: build() }))
const folder = await mkdtemp(path.join(tmpdir(), 'bench-bombs-'))
const desk = await startDesk(folder)
const rows = []
try {
  const admin = await logIn(desk, 'admin@demo.local')
  const { id } = await admin.call('/contact-lists', { name: 'Clientes' })
  // The first upload loads what every upload needs.
  await upload(desk, admin, id, Buffer.alloc(1_000_000))
  for (const bomb of bombs) {
    rows.push(await measure(desk, admin, id, bomb))
    say(rows.at(-1))
  }
} finally {
  await desk.stop()
  await rm(folder, { recursive: true, force: true })
}
const text = `${await circumstances()}, load ${loadavg()[0]?.toFixed(1)}. The highest resident memory of the service while it refuses the file, less that before. Goal: 30 MiB.

| spreadsheet | sent | answer | time | rise |
| --- | --- | --- | --- | --- |
${rows.join('\n')}`
if (values.write) writeSection('Hostile spreadsheets', text)
else say(text)
