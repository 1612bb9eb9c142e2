// usage: npm run test:kube [-- --keep]      the chart on a real one-node cluster: install, story, roll under load, scale, kills, failed migration, uninstall
// Needs root and ENGINES_DIR with kube. --keep leaves the cluster running. Some 8 minutes on two idle cores.
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from 'node:tls'

import {
  helm,
  buildImages,
  describeTrouble,
  kubectl,
  kubectlJson,
  makeSecrets,
  NAMESPACE,
  SERVICES,
  startCluster,
} from './support/kube-cluster.mjs'
import { account, Caller, eventually, Listeners, Load, openChats, openDesk } from './support/kube-desk.mjs'
import { capture, say } from './support/project.mjs'

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
  const { caller, desk, chats } = context
  await caller.login(desk.email, desk.password)
  const listeners = new Listeners(caller, desk, SOCKETS)
  await listeners.ready()
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
  listeners.close()
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

async function runSteps() {
  const known = await makeSecrets()
  const context = {}
  const url = `http://${process.env.NODE_IP}:30080`
  if (
    !(await step('helm install', async () => {
      await mustHelm('install', { tag: 'one' })
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
  await step('a rolling upgrade under load', () =>
    underLoad(context, async () => {
      await mustHelm('upgrade', { tag: 'two' })
      await allReady()
    }),
  )
  await step('gateway and realtime up and down under load', () =>
    underLoad(context, async () => {
      for (const component of ['messaging-gateway', 'realtime'])
        for (const count of [3, 1, 2]) await scale(component, count)
    }),
  )
  await step('each pod deleted in turn under load', () => underLoad(context, deletePods))
  await step('a migration that fails', () => failMigration(context))
  await step('a roll back that succeeds, under load', () =>
    underLoad(context, async () => {
      await mustHelm('upgrade', { tag: 'one' })
      await allReady()
    }),
  )
  await step('an uninstall that leaves data and secrets', uninstall)
  await step('an install on the data that was left, without TLS between pods', async () => {
    await mustHelm('install', { tag: 'one', set: { 'rpcTls.enabled': false } })
    await allReady()
    return underLoad(context, () => pause(10_000))
  })
}

const isKept = process.argv.includes('--keep')
let stop = async () => undefined
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void stop().finally(() => process.exit(1)))
if (await step('cluster and engines', async () => void (stop = await startCluster()))) {
  if (await step('images', () => buildImages(['one', 'two'])))
    await runSteps().catch((error) => step('the test itself', () => Promise.reject(error)))
  if (isKept) say(`left running: export KUBECONFIG=${process.env.KUBECONFIG}`)
  else await stop()
}
say(failures === 0 ? 'the cluster holds' : `${failures} steps failed`)
process.exitCode = failures === 0 ? 0 : 1
