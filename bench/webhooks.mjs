// usage: npm run bench:webhooks [-- --loads=100x1,1000x1,100x10 --seconds=10 --write]
// The official API's webhook: how fast it answers at a given rate of calls, and how many messages a second the desk takes in behind it.
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { createRequire } from 'node:module'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { buildServer } from '../scripts/build.mjs'
import { at, say } from '../scripts/support/project.mjs'
import { connectAsOwner, logIn, readCpuMs, startDesk } from './desk.mjs'
import { circumstances, writeSection } from './results.mjs'
import { until } from './until.mjs'

const { values } = parseArgs({
  options: {
    // Calls a second × messages of one call: Meta sends one at a time, and more together when there are many.
    loads: { type: 'string', default: '100x1,200x1,400x1,700x1,1000x1,50x10,100x10' },
    seconds: { type: 'string', default: '10' },
    write: { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)
const CUSTOMERS = 200
const SECRET = 'the-secret-of-the-app'
const require = createRequire(import.meta.url)
const agent = new Agent({ keepAlive: true, maxSockets: 200 })

function post(url, body) {
  return new Promise((resolve) => {
    const call = request(
      `${url}/webhooks/whatsapp`,
      {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json', ...signatureHeaders(body, SECRET) },
      },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode))
      },
    )
    call.on('error', () => resolve(0))
    call.end(body)
  })
}

/** An official number of the demo's company; Graph is this process. */
async function connect(desk, graph) {
  const admin = await logIn(desk, 'admin@demo.local')
  const app = await graph.addApp({ secret: SECRET })
  const account = graph.addBusinessAccount()
  const number = graph.addPhoneNumber({ accountId: account.id, digits: '5511940000001' })
  const token = graph.addToken({ appId: app.id, accountIds: [account.id] })
  const { id } = await admin.call('/whatsapp', { name: 'Oficial', provider: 'cloud' })
  const credentials = {
    phoneNumberId: number.id,
    businessAccountId: account.id,
    token: token.value,
    appSecret: SECRET,
    verifyToken: 'verify',
  }
  await admin.call(`/whatsapp/${id}/cloud-account`, credentials, 'PUT')
  await until(async () => (await admin.call(`/whatsapp/${id}`)).status === 'CONNECTED')
  return { id, accountId: account.id, phoneNumberId: number.id }
}

let written = 0

function buildCall({ accountId, phoneNumberId }, count) {
  const messages = Array.from({ length: count }, () => {
    written += 1
    return {
      from: `55119${60_000_000 + (written % CUSTOMERS)}`,
      id: `wamid.${process.pid}.${written}`,
      timestamp: String(Math.floor(Date.now() / 1000)),
      type: 'text',
      text: { body: `mensagem ${written}` },
    }
  })
  const contacts = [...new Set(messages.map(({ from }) => from))].map((from) => ({
    wa_id: from,
    profile: { name: `Cliente ${from}` },
  }))
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '5511940000001', phone_number_id: phoneNumberId },
    contacts,
    messages,
  }
  return JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: accountId, changes: [{ field: 'messages', value }] }],
  })
}

const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]

/** Calls at a fixed rate, whether or not those before are answered; times are counted from when a call was due. */
async function flood(desk, number, { perSecond, batch }) {
  const took = []
  const calls = []
  let refused = 0
  const from = performance.now()
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const due = from + (n * 1000) / perSecond
    const early = due - performance.now()
    if (early > 1) await delay(early)
    calls.push(
      post(desk.url, buildCall(number, batch)).then((status) => {
        took.push(performance.now() - due)
        if (status !== 200) refused += 1
      }),
    )
  }
  await Promise.all(calls)
  const wallSeconds = (performance.now() - from) / 1000
  return { took: took.toSorted((left, right) => left - right), refused, wallSeconds }
}

const lines = []

async function measure(desk, number, owner, load) {
  const countTaken = async () =>
    Number(
      (
        await owner.query(
          'SELECT count(*) AS taken FROM tickets.messages WHERE connection_id = $1 AND NOT from_me',
          [number.id],
        )
      ).rows[0].taken,
    )
  const cpu = readCpuMs(desk)
  const before = written
  const beganAt = performance.now()
  const { took, refused, wallSeconds } = await flood(desk, number, load)
  await until(async () => (await countTaken()) >= written - refused * load.batch)
  const taken = written - before
  const drainedSeconds = (performance.now() - beganAt) / 1000
  const after = readCpuMs(desk)
  const perMessage = (after.node + after.postgres - cpu.node - cpu.postgres) / taken
  const cells = [
    `${load.perSecond} × ${load.batch}`,
    `${percentile(took, 0.5).toFixed(0)} / ${percentile(took, 0.99).toFixed(0)} ms`,
    `${refused}`,
    `${((load.perSecond * seconds) / wallSeconds).toFixed(0)}`,
    `${(taken / drainedSeconds).toFixed(0)}`,
    `${perMessage.toFixed(1)} ms`,
    loadavg()[0].toFixed(1),
  ]
  lines.push(`| ${cells.join(' | ')} |`)
  say(lines.at(-1))
}

await buildServer()
const load = (name) => require(at(`services/messaging-gateway/dist/adapters/whatsapp/graph-server/${name}`))
const { startGraphServer } = load('index')
const { signatureHeaders } = load('webhook-signature')
const graph = await startGraphServer({})
const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-webhooks-'))
process.env.WHATSAPP_GRAPH_URL = graph.url
const desk = await startDesk(dataDir)
const owner = await connectAsOwner(desk)
try {
  const number = await connect(desk, graph)
  // Compiles the code and creates the customers' tickets.
  await measure(desk, number, owner, { perSecond: 25, batch: 10 })
  lines.length = 0
  for (const load of values.loads.split(',')) {
    const [perSecond, batch] = load.split('x').map(Number)
    await measure(desk, number, owner, { perSecond, batch })
  }
} finally {
  await owner.end()
  await desk.stop()
  await graph.stop()
  agent.destroy()
  await rm(dataDir, { recursive: true, force: true })
}

if (values.write) {
  writeSection(
    'Webhooks of the official API',
    `\`npm run bench:webhooks\`. ${await circumstances()}. ${seconds} s of signed calls at a fixed rate, customers' texts to ${CUSTOMERS} open tickets;
the times are from when a call was due until it was answered, which is when its events are stored. Client, desk and Postgres share the processors.

| calls a second × messages | answered, p50 / p99 | refused | answered a second | messages a second in tickets | CPU a message | load |
| --- | --- | --- | --- | --- | --- | --- |
${lines.join('\n')}`,
  )
}
