// usage: node bench/gateway-moves.mjs [--sessions=15 --kills=20 --stops=5 --minutes=9]
// Three gateway processes on one Postgres, with real-protocol phones and the product's own times: how long sessions are away when
// the process that holds nearly all of them is killed (the last one of each kill, at the two others), and when a process that holds a third
// is told to end (each session).
import { mkdtemp, chmod, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { at, say } from '../scripts/support/project.mjs'
import { until } from './until.mjs'

const PROCESSES = ['a', 'b', 'c']
const MINUTE_MS = 60_000
const PAIRED_AT_ONCE = 5

export const spread = (values) => {
  const sorted = [...values].sort((a, b) => a - b)
  const part = (share) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))])
  return sorted.length === 0 ? { count: 0 } : { count: sorted.length, p50: part(0.5), p100: part(1) }
}

/* The process with the most leases, so that the others have something to take over. */
async function busiest(rig) {
  const holdings = await rig.holdings()
  const count = (name) => holdings[rig.host(name).owner]?.length ?? 0
  return [...PROCESSES].sort((a, b) => count(b) - count(a))[0]
}

/* By the database's clock, like the leases. */
async function now(rig) {
  const [{ at: date }] = await rig.pg.sql('SELECT clock_timestamp() AS at')
  return date
}

async function areAllBack(rig, ids, since) {
  const [{ count }] = await rig.pg.sql(
    `SELECT count(DISTINCT connection_id)::int AS count FROM public.statuses WHERE status = 'CONNECTED' AND at > $1 AND connection_id = ANY ($2)`,
    [since, ids],
  )
  return count === ids.length
}

/* The two others have begun to take sessions over, a few at a time: what they need for one is loaded. */
async function killOnce(rig, name) {
  const [next, third] = PROCESSES.filter((other) => other !== name)
  await Promise.all([rig.start(next), rig.start(third)])
  await until(
    async () => (await rig.heldBy(rig.host(next).owner)) > 0 && (await rig.heldBy(rig.host(third).owner)) > 0,
  )
  await until(() => rig.areConnected())
  const ids = (await rig.holdings())[rig.host(name).owner]
  const since = await now(rig)
  const from = performance.now()
  await rig.end(name, 'SIGKILL')
  await until(() => areAllBack(rig, ids, since))
  const ms = performance.now() - from
  await endAndWait(rig, third)
  return { ms, next }
}

async function endAndWait(rig, name) {
  const ids = (await rig.holdings())[rig.host(name).owner] ?? []
  const since = await now(rig)
  await rig.end(name, 'SIGTERM')
  await until(() => areAllBack(rig, ids, since))
  return since
}

async function stopOnce(rig) {
  const name = await busiest(rig)
  const gaps = await rig.gaps(await endAndWait(rig, name))
  await rig.start(name)
  return gaps
}

async function withRig(work) {
  const require = createRequire(import.meta.url)
  const tests = at('services/messaging-gateway/tests')
  require(path.join(tests, '../../shared/testkit/from-sources.cjs'))
  const { startEmbeddedPostgres } = require('@balcao/platform')
  const { startFakeWhatsApp } = require(path.join(tests, 'fake-whatsapp/index.ts'))
  const { gatewayDatabase } = require(path.join(tests, 'support.ts'))
  const { ShardRig } = require(path.join(tests, 'shard-rig.ts'))
  const folder = await mkdtemp(path.join(tmpdir(), 'balcao-moves-'))
  await chmod(folder, 0o711)
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    durable: true,
    settings: { max_connections: 200 },
  })
  process.env.BALCAO_TEST_POSTGRES = postgres.adminUrl
  const wa = await startFakeWhatsApp({ settings: { firstPreKeys: 'small', autoReceipts: 'delivery' } })
  const pg = await gatewayDatabase()
  const rig = await ShardRig.open(pg, wa, { isReal: true })
  try {
    return await work(rig)
  } finally {
    await rig.close()
    await pg.close()
    await wa.stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Milliseconds, as `{ count, p50, p100 }`: `failover` from `kill -9` of the process that holds nearly all of them until its last session is
 * connected elsewhere, `handOver` of each session from its release to being connected elsewhere. Ends within about `minutes`, with fewer kills
 * where that is not enough.
 */
export const measureMoves = ({ sessions = 15, kills = 20, stops = 5, minutes = 9 } = {}) =>
  withRig(async (rig) => {
    const endsAt = performance.now() + minutes * MINUTE_MS
    await Promise.all(PROCESSES.map((name) => rig.start(name)))
    const toPair = Array.from({ length: sessions }, (_, index) => index)
    const pairing = async () => {
      for (let index = toPair.shift(); index !== undefined; index = toPair.shift())
        await rig.pair(index, 1 + (index % 2), 'beta')
    }
    await Promise.all(Array.from({ length: PAIRED_AT_ONCE }, pairing))
    rig.wa.settings.registrationIsOver = true
    const handOver = []
    for (let round = 0; round < stops; round += 1) handOver.push(...(await stopOnce(rig)))
    let [holder] = PROCESSES
    for (const other of PROCESSES.slice(1)) await endAndWait(rig, other)
    const failover = []
    while (failover.length < kills && performance.now() < endsAt) {
      const { ms, next } = await killOnce(rig, holder)
      failover.push(ms)
      holder = next
    }
    rig.wa.verify()
    return { failover: spread(failover), handOver: spread(handOver) }
  })

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const number = (text) => ({ type: 'string', default: text })
  const { values } = parseArgs({
    options: { sessions: number('15'), kills: number('20'), stops: number('5'), minutes: number('9') },
  })
  const input = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]))
  const { failover, handOver } = await measureMoves(input)
  say(`failover   ${failover.count} kills: p50 ${failover.p50} ms, p100 ${failover.p100} ms (at most 10 000)`)
  say(
    `hand-over  ${handOver.count} sessions: p50 ${handOver.p50} ms, p100 ${handOver.p100} ms (at most 4 000)`,
  )
}
