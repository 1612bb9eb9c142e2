// usage: npm run test:kube [-- --keep] [--before <git ref>]      the chart on a real one-node cluster: install, story, rolls between two releases under
//        load, scale, kills, failed migration, uninstall, and the chart for an evaluation
// Rolls go from the release before (--before; default the last tag v*; without one these sources twice), its images and its chart, to these
// sources and back. Needs root and ENGINES_DIR with kube. --keep leaves the cluster running. Some 9 minutes on two idle cores.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from 'node:tls'
import { parseArgs } from 'node:util'

import {
  buildImages,
  describeTrouble,
  helm,
  installEvaluation,
  kubectl,
  kubectlJson,
  makeSecrets,
  NAMESPACE,
  SERVICES,
  startCluster,
} from './support/kube-cluster.mjs'
import { account, Caller, eventually, Listeners, Load, openChats, openDesk } from './support/kube-desk.mjs'
import { at, capture, say } from './support/project.mjs'
import { checkOutBefore } from './support/release-before.mjs'

const require = createRequire(import.meta.url)
const CHATS = 8
const SOCKETS = 20
let failures = 0

async function step(name, work) {
  const startedAt = Date.now()
  const took = () => `${Math.round((Date.now() - startedAt) / 1_000)} s`
  try {
    const note = await work()
    say(`ok   ${name} (${took()})${note ? `: ${note}` : ''}`)
    return true
  } catch (error) {
    failures += 1
    say(`FAIL ${name} (${took()}): ${error.message}`)
    await describeTrouble()
    return false
  }
}

function expect(isSo, message) {
  if (!isSo) throw new Error(message)
}

async function mustHelm(verb, options) {
  const { code, output } = await helm(verb, options)
  expect(code === 0, output.slice(-1_500))
}

const rollout = (name) => kubectl('rollout', 'status', `deployment/balcao-${name}`, '--timeout=600s')
const allReady = async () => {
  for (const name of [...SERVICES, 'web']) await rollout(name)
}

const isWhole = async (pod) => pod.status.containerStatuses?.every(({ ready }) => ready)
const listPods = async (component) =>
  (await kubectlJson('get', 'pods', '-l', `app.kubernetes.io/component=${component}`)).items.filter(
    ({ metadata }) => !metadata.deletionTimestamp,
  )

/* Sends load while the cluster changes; afterwards nothing may be missing. */
async function underLoad(context, disturb) {
  const { caller, desk } = context
  await caller.login(desk.email, desk.password)
  const listeners = new Listeners(caller, desk, SOCKETS)
  try {
    await listeners.ready()
    return await loadWhile(context, listeners, disturb)
  } finally {
    listeners.close()
  }
}

async function loadWhile({ caller, desk, chats }, listeners, disturb) {
  const load = new Load(caller, desk, chats)
  const retriedBefore = caller.retried
  caller.longestWaitMs = 0
  try {
    await disturb()
  } finally {
    await load.stop()
  }
  const { faults, inbound, outbound } = await account(caller, desk, chats)
  await listeners.ready()
  expect(caller.failed.length === 0, `requests that failed for good: ${caller.failed.slice(0, 3).join('; ')}`)
  expect(load.qrCodes === 0, 'the session asked for a QR code')
  expect(faults.length === 0, faults.slice(0, 5).join('; '))
  return `${inbound} in, ${outbound} out, ${caller.retried - retriedBefore} requests tried again (the longest for ${Math.round(caller.longestWaitMs / 100) / 10} s), ${listeners.reconnects} sockets came back; 0 lost, 0 doubled`
}

async function scale(component, replicas) {
  await kubectl('scale', `deployment/balcao-${component}`, `--replicas=${replicas}`)
  await rollout(component)
  await eventually(
    `${replicas} pods of ${component}`,
    async () => (await listPods(component)).length === replicas,
  )
}

async function deletePods() {
  for (const component of [...SERVICES, 'web']) {
    for (const pod of await listPods(component)) {
      await kubectl('delete', 'pod', pod.metadata.name, '--wait=false')
      await rollout(component)
      await eventually(`${component} to be whole`, async () =>
        (await Promise.all((await listPods(component)).map(isWhole))).every(Boolean),
      )
    }
  }
}

async function failMigration(context) {
  const before = (await listPods('tickets')).map(({ metadata }) => metadata.name)
  const { code } = await helm('upgrade', {
    tag: 'one',
    set: { 'secrets.databaseOwner': 'wrong-owner', 'migrations.deadlineSeconds': 120 },
    timeout: '5m',
  })
  expect(code !== 0, 'the upgrade went on without its migrations')
  const after = (await listPods('tickets')).map(({ metadata }) => metadata.name)
  expect(JSON.stringify(before) === JSON.stringify(after), 'pods of the old version were replaced')
  const { caller, desk } = context
  await caller.login(desk.email, desk.password)
  await caller.call('GET', '/tickets?showAll=true')
  return 'the old version kept running'
}

async function uninstall() {
  const { code, output } = await capture('helm', [
    'uninstall',
    'balcao',
    '-n',
    NAMESPACE,
    '--wait',
    '--timeout',
    '10m',
  ])
  expect(code === 0, output)
  const { items } = await kubectlJson('get', 'secrets')
  const names = items.map(({ metadata }) => metadata.name)
  for (const name of ['balcao-app', 'balcao-engines', 'balcao-database-owner'])
    expect(names.includes(name), `${name} is gone`)
  await eventually(
    'all pods to be gone',
    async () =>
      (await kubectlJson('get', 'pods')).items.every(
        ({ status }) => status.phase === 'Succeeded' || status.phase === 'Failed',
      ),
    600_000,
  )
}

/* A caller without a certificate gets no answer from any pod. */
async function expectNoStrangers() {
  for (const component of SERVICES) {
    for (const { status } of await listPods(component)) {
      const socket = connect({ host: status.podIP, port: 9000, rejectUnauthorized: false })
      const heard = await new Promise((resolve) => {
        socket.on('data', () => resolve('an answer'))
        socket.on('error', ({ code }) => resolve(code))
        socket.on('close', () => resolve('closed'))
        socket.setTimeout(30_000, () => resolve('nothing'))
      })
      socket.destroy()
      expect(heard === 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', `${component} to a stranger: ${heard}`)
    }
  }
}

/* Kinds of events by name, with the service that writes them: `messagePriced` → `messaging`. */
async function readKinds(folder) {
  const text = await readFile(path.join(folder, 'proto/desk/events/v1/envelope.proto'), 'utf8')
  const fields = [...text.matchAll(/^ {4}desk\.([a-z]+)\.v1\.\w+ (\w+) = \d+;/gm)]
  return new Map(
    fields.map(([, topic, name]) => [name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()), topic]),
  )
}

/* A kind that the release before does not know, or one that neither knows. */
async function findUnknownKind(before) {
  const known = await readKinds(before.folder)
  const [[type, topic] = ['fromALaterRelease', 'messaging']] = [...(await readKinds(at('.')))].filter(
    ([name]) => !known.has(name),
  )
  return { type, topic, isKnownHere: type !== 'fromALaterRelease' }
}

async function withOwner({ owner }, work) {
  const { Client } = require('pg')
  const client = new Client({ connectionString: owner.href })
  await client.connect()
  try {
    await client.query("SET app.scope = 'platform'")
    return await work(client)
  } finally {
    await client.end()
  }
}

const UNKNOWN = 'this build does not know this kind of event'
const countUnknown = (context, id) =>
  withOwner(context, async (client) => {
    const counts = SERVICES.map((service) => service.replaceAll('-', '_')).map(
      (schema) => `(SELECT count(*) FROM ${schema}.dead_events WHERE event_id = $1 AND error LIKE '%' || $2)`,
    )
    const { rows } = await client.query(`SELECT (${counts.join(' + ')})::int AS count`, [id, UNKNOWN])
    return rows[0].count
  })

/* As the newer release wrote it before the roll back, with nothing in it. */
async function writeUnknownEvent(context, { type, topic }) {
  const id = randomUUID()
  const orderingKey = `test:${id}`
  const schema = topic === 'messaging' ? 'messaging_gateway' : topic
  const { companyId } = context.desk
  const body = { eventId: id, companyId, orderingKey, occurredAt: new Date().toISOString(), [type]: {} }
  await withOwner(context, (client) =>
    client.query(
      `INSERT INTO ${schema}.outbox (id, company_id, ordering_key, shard, topic, type, body) VALUES ($1, $2, $3, 0, $4, $5, $6)`,
      [id, companyId, orderingKey, topic, type, JSON.stringify(body)],
    ),
  )
  await eventually('the unknown event to be parked', async () => (await countUnknown(context, id)) > 0)
  return id
}

/* One command on an empty cluster, then the pod dies, then the command again: the same desk. */
async function evaluate() {
  const installed = await installEvaluation('evaluation', 30_081)
  const caller = new Caller(installed.url, installed.simulatorToken)
  await eventually('the first log-in', () =>
    caller.login('admin@example.com', installed.adminPassword).catch(() => undefined),
  )
  const desk = await openDesk(caller)
  const chats = await openChats(caller, desk, 2)
  await account(caller, desk, chats)
  const pod = ['-n', 'evaluation', 'delete', 'pod', 'desk-0']
  const { code, output } = await capture('kubectl', [...pod, '--grace-period=0', '--force'])
  expect(code === 0, output)
  const { adminPassword } = await installed.again()
  expect(adminPassword === installed.adminPassword, 'the secrets changed')
  await eventually('the desk after its pod', () =>
    caller.login(desk.email, desk.password).catch(() => undefined),
  )
  const { faults } = await account(caller, desk, chats)
  expect(faults.length === 0, faults.join('; '))
}

async function runSteps(before) {
  const releases = { one: { tag: 'one', folder: before.folder }, two: { tag: 'two', folder: at('.') } }
  const known = await makeSecrets([before.folder, at('.')])
  const context = { owner: known.owner }
  const url = `http://${process.env.NODE_IP}:30080`
  if (
    !(await step('helm install', async () => {
      await mustHelm('install', releases.one)
      await allReady()
      await expectNoStrangers()
    }))
  )
    return
  await step('helm test', async () => {
    const { code, output } = await capture('helm', [
      'test',
      'balcao',
      '-n',
      NAMESPACE,
      '--logs',
      '--timeout',
      '10m',
    ])
    expect(code === 0, output.slice(-1_500))
  })
  const isOpen = await step('the story through the front proxy', async () => {
    const root = new Caller(url, known.simulatorToken)
    await root.login('root@local.test', known.adminPassword)
    context.caller = new Caller(url, known.simulatorToken)
    context.desk = await openDesk(context.caller)
    context.chats = await openChats(context.caller, context.desk, CHATS)
    return underLoad(context, () => pause(10_000))
  })
  if (!isOpen) return
  const rollTo = (release, meanwhile = async () => undefined) =>
    underLoad(context, async () => {
      await mustHelm('upgrade', release)
      await allReady()
      await meanwhile()
    })
  await step(`a rolling upgrade from ${before.name} under load`, () => rollTo(releases.two))
  await step('gateway and realtime up and down under load', () =>
    underLoad(context, async () => {
      for (const component of ['messaging-gateway', 'realtime'])
        for (const count of [3, 1, 2]) await scale(component, count)
    }),
  )
  await step('each pod deleted in turn under load', () => underLoad(context, deletePods))
  await step('a migration that fails', () => failMigration(context))
  const kind = await findUnknownKind(before)
  let unknownEvent
  await step(
    `a roll back to ${before.name} under load, with an event that it does not know (${kind.type})`,
    () => rollTo(releases.one, async () => void (unknownEvent = await writeUnknownEvent(context, kind))),
  )
  await step('the upgrade again, under load, which takes up that event', () =>
    rollTo(releases.two, async () => {
      if (!kind.isKnownHere) return
      await eventually(
        'the event to be taken up',
        async () => (await countUnknown(context, unknownEvent)) === 0,
      )
    }),
  )
  await step('an uninstall that leaves data and secrets', uninstall)
  await step('an install on the data that was left, without TLS between pods', async () => {
    await mustHelm('install', { ...releases.two, set: { 'rpcTls.enabled': false } })
    await allReady()
    return underLoad(context, () => pause(10_000))
  })
  await step('an evaluation: one command, one pod with its own engines, killed', evaluate)
}

const { values } = parseArgs({ options: { keep: { type: 'boolean' }, before: { type: 'string' } } })
const before = await checkOutBefore(values.before)
let stop = async () => undefined
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void stop().finally(() => process.exit(1)))
if (await step('cluster and engines', async () => void (stop = await startCluster()))) {
  if (await step('images', () => buildImages({ one: before.folder, two: at('.') })))
    await runSteps(before).catch((error) => step('the test itself', () => Promise.reject(error)))
  if (values.keep) say(`left running: export KUBECONFIG=${process.env.KUBECONFIG}`)
  else await stop()
}
await before.remove()
say(failures === 0 ? 'the cluster holds' : `${failures} steps failed`)
process.exitCode = failures === 0 ? 0 : 1
