// usage: npm run bench:cluster [-- --only=inbound,fan-out,clients,scale,sockets,moves,primaries --sessions=15 --kills=20 --stops=5 --write]
// Six services as ten processes (three gateways, three realtime) on the engines that DATABASE_URL, KAFKA_BROKERS, MONGO_URL, REDIS_URL
// and S3_* name: messages end to end, fan-out, how long sockets are away when their process is killed, and how long a session is when
// its process is killed or told to end. `scale`: the same messages with one, two and four of each service. `sockets`: 2,000 listeners and
// 5,000 sockets on two realtime processes. `primaries`: two companies on one Postgres, and on one each, both started for it.
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'

import { buildServer, buildWeb } from '../scripts/build.mjs'
import { at, say } from '../scripts/support/project.mjs'
import { listChildren, logIn, readCpuMs, startProgram } from './desk.mjs'
import { measureClients } from './clients.mjs'
import { measureMoves, spread } from './gateway-moves.mjs'
import { connectNumber, INBOUND_MESSAGES, measureFanOut, measureInbound, measureSocketSize } from './live.mjs'
import { freePort, withPlaces } from './places.mjs'
import { measureCommits, measurePrimaries } from './primaries.mjs'
import { circumstances, writeSection } from './results.mjs'

const REPLICAS = { gateway: 3, realtime: 3 }
const CONNECTIONS = 6

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'inbound,fan-out,clients,scale,sockets,moves,primaries' },
    sessions: { type: 'string', default: '15' },
    kills: { type: 'string', default: '20' },
    stops: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
  },
})
const wants = (part) => values.only.split(',').includes(part)

const lines = []
const report = (what, goal, result) => {
  const line = `| ${what} | ${goal} | ${result} | ${loadavg()[0].toFixed(1)} |`
  lines.push(line)
  say(line)
}
const ms = (value) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`

/* Pids and addresses of the processes that a cluster's command started, by service. */
function podsBelow(pid) {
  const readProc = (child, file) => readFileSync(`/proc/${child}/${file}`, 'utf8').split('\0')
  return listChildren(pid).flatMap((child) => {
    const service = readProc(child, 'cmdline').flatMap(
      (word) => /services\/([a-z-]+)\/dist\/main\.js$/.exec(word)?.[1] ?? [],
    )[0]
    const port = readProc(child, 'environ').find((line) => line.startsWith('PORT='))
    return service ? [{ service, pid: child, url: `http://127.0.0.1:${port?.slice('PORT='.length)}` }] : []
  })
}

async function startCluster({ env, postmaster }, replicaCounts) {
  const replicas = Object.entries(replicaCounts).map(([name, count]) => `${name}=${count}`)
  const desk = await startProgram([at('scripts/cluster.mjs'), '--replicas', replicas.join(',')], {
    ...env,
    PORT: String(await freePort()),
    DEMO: 'minimal',
  })
  const pods = podsBelow(desk.pid)
  const realtime = pods.filter(({ service }) => service === 'realtime')
  return {
    url: desk.url,
    socketUrls: realtime.map((pod) => pod.url),
    pids: pods.map(({ pid }) => pid),
    realtimePids: realtime.map(({ pid }) => pid),
    ticketsPids: pods.filter(({ service }) => service === 'tickets').map(({ pid }) => pid),
    pods,
    postmaster,
    stop: desk.stop,
  }
}

const withCluster = (replicas, work) =>
  withPlaces(async (places) => {
    const desk = await startCluster(places, replicas)
    try {
      return await work(desk)
    } finally {
      await desk.stop()
    }
  })

/* Numbers that share the inbound messages, spread over the gateways by their ids. */
async function connectNumbers(desk) {
  const admin = await logIn(desk, 'admin@demo.local')
  const connections = []
  for (let index = 0; index < CONNECTIONS; index += 1)
    connections.push(await connectNumber(admin, `Número ${index}`))
  return connections
}

const shown = ({ p50, p100 }) => `p50 ${(p50 / 1_000).toFixed(1)} s, p100 ${(p100 / 1_000).toFixed(1)} s`

const cost = ({ node, postgres }) =>
  `CPU ${ms(node + postgres)} each: services ${ms(node)}, Postgres ${ms(postgres)}`

async function measureMessages() {
  await withCluster(REPLICAS, async (desk) => {
    desk.connections = await connectNumbers(desk)
    if (wants('inbound'))
      await measureInbound(desk, (row) =>
        report(
          `in, ${row.name}, API to a socket on each realtime process`,
          '',
          `${row.p50 ? `p50 ${ms(row.p50)}, p95 ${ms(row.p95)}; ` : ''}${cost(row)}`,
        ),
      )
    if (wants('fan-out'))
      await measureFanOut({ ...desk, pids: desk.realtimePids }, (row) =>
        report(
          `fan-out, ${row.name} over three processes`,
          '',
          `${Math.round(row.deliveriesPerSecond)}/s of a core (${row.perDeliveryUs.toFixed(1)} µs each); wall ${Math.round(row.wallPerSecond)}/s, messages and clients included`,
        ),
      )
  })
}

async function measureWaitingClients() {
  await withCluster({ realtime: 3, tickets: 2 }, async (desk) => {
    await measureClients(desk, ({ name, goal, times }) => report(name, goal, shown(spread(times))))
  })
}

const SERVICES = ['auth', 'billing', 'campaigns', 'gateway', 'realtime', 'tickets']

/* Busy milliseconds of all processors since the machine's start. */
function readMachineMs() {
  const [user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8')
    .split('\n')[0]
    .split(/ +/)
    .slice(1)
    .map(Number)
  return (user + nice + system + irq + softirq) * 10
}

/** Messages a second at once, latency at 20 a second, and which process spends what on a message. */
async function measureStep(replicas) {
  const counts = Object.fromEntries(SERVICES.map((name) => [name, replicas]))
  await withCluster(counts, async (desk) => {
    desk.connections = await connectNumbers(desk)
    const rows = []
    const parts = Map.groupBy(desk.pods, ({ service }) => service)
    const read = () => ({
      machine: readMachineMs(),
      postgres: readCpuMs(desk).postgres,
      of: new Map(
        [...parts].map(([service, pods]) => [
          service,
          readCpuMs({ ...desk, pids: pods.map(({ pid }) => pid) }).node,
        ]),
      ),
    })
    const before = read()
    await measureInbound(desk, (row) => rows.push(row))
    const after = read()
    const each = (from, to) => ms((to - from) / INBOUND_MESSAGES)
    const [paced, heap] = rows
    const services = [...parts.keys()]
      .toSorted()
      .map((service) => `${service} ${each(before.of.get(service), after.of.get(service))}`)
    report(
      `${replicas} of each service: ${heap.name}`,
      '',
      `p50 ${ms(paced.p50)}, p95 ${ms(paced.p95)} at 20 a second; CPU of a message at once ${ms(heap.node + heap.postgres)}: services ${ms(heap.node)}, Postgres ${ms(heap.postgres)}; with what idles, of the whole run: machine ${each(before.machine, after.machine)}, Postgres ${each(before.postgres, after.postgres)}, ${services.join(', ')}`,
    )
  })
}

const SOCKETS = 5_000
const LISTENERS = 2_000

async function measureSocketTier() {
  await withCluster({ gateway: 1, realtime: 2 }, async (desk) => {
    desk.connections = await connectNumbers(desk)
    await measureFanOut(
      { ...desk, pids: desk.realtimePids },
      (row) =>
        report(
          `fan-out, ${row.name} over two realtime processes`,
          '≥ 80,000/s',
          `${Math.round(row.deliveriesPerSecond)}/s of a core (${row.perDeliveryUs.toFixed(1)} µs each); wall ${Math.round(row.wallPerSecond)}/s, messages and clients included`,
        ),
      LISTENERS,
    )
    const size = await measureSocketSize(desk, desk.realtimePids, SOCKETS)
    report(
      `${SOCKETS} idle sockets on two realtime processes`,
      '≤ 40 KiB each',
      `${size.toFixed(1)} KiB of resident memory each`,
    )
  })
}

async function measureAbsences() {
  const [sessions, kills, stops] = [values.sessions, values.kills, values.stops].map(Number)
  const { failover, handOver } = await measureMoves({ sessions, kills, stops })
  report(`failover, ${failover.count} kills of one of three gateways`, 'p100 ≤ 10 s', shown(failover))
  report(`hand-over of ${handOver.count} sessions at SIGTERM`, '≤ 4 s', shown(handOver))
}

async function measureSpread() {
  const commits = await measureCommits()
  report(
    'one primary, 16 writers in one process: a company’s scope, one row, COMMIT',
    '',
    `${Math.round(commits.perSecond)} commits a second; ${commits.postgresMs.toFixed(2)} ms of Postgres’ CPU and ${(commits.walBytes / 1_024).toFixed(1)} KiB of WAL for one`,
  )
  for (const count of [1, 2])
    await withPlaces(async (places) => {
      const row = await measurePrimaries(count, (more) =>
        startCluster({ ...places, env: { ...places.env, ...more } }, { realtime: 1 }),
      )
      const each = row.primaries.map(
        ({ name, commitsPerSecond, postgresMs }) =>
          `${name} ${Math.round(commitsPerSecond)} commits/s, ${ms(postgresMs)} of CPU for a message of its companies`,
      )
      report(
        `two companies on ${count === 1 ? 'one primary' : 'two primaries'}, 500 messages each at once: ${Math.round(row.perSecond)} a second`,
        '',
        `${each.join('; ')}; services ${ms(row.nodeMs)} a message`,
      )
    })
}

if (!process.env.DATABASE_URL) {
  say(
    'DATABASE_URL, KAFKA_BROKERS, MONGO_URL, REDIS_URL and S3_* say where the engines are; see deploy/README.md',
  )
  process.exit(1)
}
const engines = Object.entries({
  Kafka: process.env.KAFKA_BROKERS,
  MongoDB: process.env.MONGO_URL,
  Redis: process.env.REDIS_URL,
  S3: process.env.S3_BUCKET,
}).flatMap(([name, address]) => (address ? [name] : []))

await buildServer()
await buildWeb()
if (['inbound', 'fan-out'].some(wants)) await measureMessages()
if (wants('clients')) await measureWaitingClients()
if (wants('scale')) for (const replicas of [1, 2, 4]) await measureStep(replicas)
if (wants('sockets')) await measureSocketTier()
if (wants('moves')) await measureAbsences()
if (wants('primaries')) await measureSpread()

if (values.write)
  writeSection(
    'The cluster',
    `${await circumstances()}: three gateways, three realtime processes and one of each other service, on Postgres${engines.length > 0 ? `, ${engines.join(', ')}` : ''}, clients,
services and engines on the same two cores. Failover counts from \`kill -9\` until the last session is connected elsewhere, with the lease's
time to live in it; ${values.sessions} sessions with scripted phones of the real protocol. Written by \`npm run bench:cluster -- --write\`.

| what | goal | result | load |
|---|---|---|---|
${lines.join('\n')}
`,
  )
