// usage: npm run bench:history [-- --megabytes=50 --write]
// A phone's history in a process that serves others: how long the event loop stands still, and how much memory it takes, beside
// what the protocol library would do with the same bytes.
import { fork } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { deflateSync } from 'node:zlib'

import { buildServer } from '../scripts/build.mjs'
import { at, say } from '../scripts/support/project.mjs'
import { circumstances, writeSection } from './results.mjs'

const require = createRequire(import.meta.url)
const SAMPLE_MS = 10
const nothing = async () => {}

/* Loaded before anything is measured. */
const ways = {
  'the library, as a whole': async () => {
    const { downloadAndProcessHistorySyncNotification } = await import('@whiskeysockets/baileys')
    return (packed) =>
      downloadAndProcessHistorySyncNotification({ initialHistBootstrapInlinePayload: packed }, {})
  },
  'in pieces, names and tokens': () => inPieces(false),
  'in pieces, with a week of messages': () => inPieces(true),
}

async function inPieces(wantsMessages) {
  const baileys = await import('@whiskeysockets/baileys')
  const { History } = require(
    at('services/messaging-gateway/dist/adapters/whatsapp/baileys/history/history.js'),
  )
  const history = new History({
    baileys,
    hosts: undefined,
    wantsMessages,
    firstRetryMs: 1,
    since: () => Math.floor(Date.now() / 1_000) - 7 * 86_400,
    gaveUp: (error) => {
      throw error
    },
    target: { messages: nothing, contacts: nothing, twins: nothing, tokens: nothing },
  })
  return (packed) => history.take({ initialHistBootstrapInlinePayload: packed })
}

async function measure(way, file) {
  const read = await ways[way]()
  const packed = await readFile(file)
  await delay(500)
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  const histogram = monitorEventLoopDelay({ resolution: SAMPLE_MS })
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), SAMPLE_MS)
  histogram.enable()
  const from = performance.now()
  const cpu = process.cpuUsage()
  await read(packed)
  const { user, system } = process.cpuUsage(cpu)
  const tookMs = performance.now() - from
  most = Math.max(most, process.memoryUsage().rss)
  await delay(2 * SAMPLE_MS)
  histogram.disable()
  clearInterval(watch)
  process.send({
    longestMs: histogram.max / 1e6,
    tookMs,
    cpuMs: (user + system) / 1_000,
    grewMb: (most - before) / 1e6,
  })
}

const inChild = (way, file) =>
  new Promise((resolve, reject) => {
    const child = fork(at('bench/history.mjs'), ['--way', way, '--file', file], { execArgv: ['--expose-gc'] })
    child.once('message', resolve)
    child.once('exit', (code) => (code ? reject(new Error(`${way}: exit ${code}`)) : undefined))
  })

async function makeHistory(megabytes) {
  const { longConversations } = require(at('services/messaging-gateway/tests/fake-whatsapp/for-node.cjs'))
  const { proto } = await import('@whiskeysockets/baileys')
  const bytes = proto.HistorySync.encode({
    syncType: 3,
    conversations: longConversations(megabytes),
  }).finish()
  return { bytes, packed: deflateSync(bytes) }
}

async function main({ megabytes, write }) {
  await buildServer()
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-history-'))
  const file = path.join(folder, 'history.zz')
  const lines = []
  try {
    const { bytes, packed } = await makeHistory(Number(megabytes))
    await writeFile(file, packed)
    const size = `${(bytes.length / 1e6).toFixed(0)} MB, ${(packed.length / 1e6).toFixed(0)} MB deflated`
    for (const way of Object.keys(ways)) {
      const { longestMs, tookMs, cpuMs, grewMb } = await inChild(way, file)
      const cells = [way, `${longestMs.toFixed(0)} ms`, `${(tookMs / 1_000).toFixed(1)} s`]
      lines.push(
        `| ${[...cells, `${(cpuMs / 1_000).toFixed(1)} s`, `${grewMb.toFixed(0)} MB`, loadavg()[0].toFixed(1)].join(' | ')} |`,
      )
      say(lines.at(-1))
    }
    if (write) await writeResults(size, lines)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const writeResults = async (size, lines) =>
  writeSection(
    'Histories',
    `${await circumstances()}. One history of ${size}; the longest time in which no other task ran, by
\`monitorEventLoopDelay\`. Written by \`npm run bench:history -- --write\`.

| history read                       | longest delay | took | CPU | memory beside | load |
| ---------------------------------- | ------------- | ---- | --- | ------------- | ---- |
${lines.join('\n')}`,
  )

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '50' },
    write: { type: 'boolean', default: false },
    way: { type: 'string' },
    file: { type: 'string' },
  },
})
if (values.way) await measure(values.way, values.file)
else await main(values)
