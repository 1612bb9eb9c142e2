// usage: npm run bench:history [-- --megabytes=50 --write]
// A phone's history in a process that serves others: how long the event loop is blocked, and how much memory it takes, compared
// with the protocol library on the same bytes.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { deflateSync } from 'node:zlib'

import { buildServer } from '../scripts/build.mjs'
import { at, say } from '../scripts/support/project.mjs'
import { measureEventLoop, measureInChild, reportToParent } from './event-loop.mjs'
import { circumstances, writeSection } from './results.mjs'

const require = createRequire(import.meta.url)
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
  const { createReadingTurns } = require(
    at('services/messaging-gateway/dist/adapters/whatsapp/baileys/reading-turns.js'),
  )
  const history = new History({
    baileys,
    hosts: undefined,
    inTurn: createReadingTurns()(1),
    wantsMessages,
    firstRetryMs: 1,
    since: () => Math.floor(Date.now() / 1_000) - 7 * 86_400,
    onGiveUp: (error) => {
      throw error
    },
    target: { messages: nothing, contacts: nothing, lidMappings: nothing, tokens: nothing },
  })
  return (packed) => history.take({ initialHistBootstrapInlinePayload: packed })
}

async function measure(way, file) {
  const read = await ways[way]()
  const packed = await readFile(file)
  const { answer: _, ...measured } = await measureEventLoop(() => read(packed))
  reportToParent(measured)
}

const inChild = (way, file) => measureInChild(at('bench/history.mjs'), ['--way', way, '--file', file])

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
