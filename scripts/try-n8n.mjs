// usage: npm run try:n8n [-- --tool=n8n,node-red,nodes]      the real n8n and Node-RED take an event of a demo desk, check its signature and
//        answer with a note by the API, with the workflows of integrations/workflows; `nodes` is n8n with our package of nodes. They come
//        from npm, once, into .cache (n8n: 2 GB); not part of any check. What it printed last is in docs/integrations.md.
import { createHmac, randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { connectAsOwner, logIn, startProgram } from '../bench/desk.mjs'
import { until } from '../bench/until.mjs'
import { buildServer } from './build.mjs'
import { checkNode, installIfNeeded } from './support/install.mjs'
import { findLtsNode, withNode } from './support/lts-node.mjs'
import { installNodes, logInToN8n, writeImports } from './support/n8n-installation.mjs'
import { at, must, say } from './support/project.mjs'

const CUSTOMER = '5511988880001'
const SCOPES = ['tickets:read', 'tickets:write', 'events:read', 'events:write']
const POLL_MS = 250

const require = createRequire(import.meta.url)

const { values: options } = parseArgs({
  options: { tool: { type: 'string', default: 'n8n,node-red,nodes' } },
})

async function createDatabase(dataDir) {
  const owner = await connectAsOwner({ dataDir })
  await owner.query('CREATE DATABASE n8n')
  const { host, port, user, password } = owner
  await owner.end()
  return {
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: host,
    DB_POSTGRESDB_PORT: String(port),
    DB_POSTGRESDB_USER: user,
    DB_POSTGRESDB_PASSWORD: password,
    DB_POSTGRESDB_DATABASE: 'n8n',
  }
}

const N8N = {
  package: 'n8n',
  version: '2.40.5',
  isReady: '/healthz/readiness',
  program: 'n8n/bin/n8n',
}
// Its SQLite is a package that compiles itself when it is installed: a database of the desk's server instead.
const configureN8n = async ({ folder, port, dataDir }) => ({
  ...(await createDatabase(dataDir)),
  N8N_USER_FOLDER: folder,
  N8N_PORT: String(port),
  N8N_LISTEN_ADDRESS: '127.0.0.1',
  N8N_DIAGNOSTICS_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
  N8N_TEMPLATES_ENABLED: 'false',
  N8N_PERSONALIZATION_ENABLED: 'false',
})

/* The programs as npm has them: how each is started on a port with its data in a folder, and where it takes events. */
const tools = {
  n8n: {
    ...N8N,
    target: '/webhook/balcao',
    check,
    async start({ run, ...place }) {
      const env = {
        ...(await configureN8n(place)),
        // The workflow reads its key and secret from the environment, and checks the signature itself.
        N8N_BLOCK_ENV_ACCESS_IN_NODE: 'false',
        NODE_FUNCTION_ALLOW_BUILTIN: 'crypto',
      }
      await run(['import:workflow', `--input=${at('integrations/workflows/n8n.json')}`], env).done
      await run(['publish:workflow', '--id=balcaoNotes'], env).done
      return run(['start'], env)
    },
  },
  nodes: {
    ...N8N,
    check: checkNodes,
    async start({ run, credentials, ...place }) {
      const env = {
        ...(await configureN8n(place)),
        N8N_CUSTOM_EXTENSIONS: await installNodes(place.folder),
        WEBHOOK_URL: `http://127.0.0.1:${place.port}/`,
        // Of the log-in below, which is not by https.
        N8N_SECURE_COOKIE: 'false',
      }
      const { workflow, credentials: file, workflowId } = await writeImports(place.folder, credentials)
      await run(['import:credentials', `--input=${file}`], env).done
      await run(['import:workflow', `--input=${workflow}`], env).done
      await run(['publish:workflow', `--id=${workflowId}`], env).done
      return run(['start'], env)
    },
  },
  'node-red': {
    package: 'node-red',
    version: '5.0.7',
    check,
    target: '/balcao',
    isReady: '/',
    program: 'node-red/red.js',
    start: ({ run, folder, port }) =>
      run(['--userDir', folder, '--port', String(port), at('integrations/workflows/node-red.json')], {}),
  },
}

async function install({ package: name, version, program }, node) {
  const folder = at('.cache', `${name}-${version}`)
  const file = path.join(folder, 'node_modules', program)
  if (existsSync(file)) return file
  say(`Fetching ${name} ${version} …`)
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'package.json'), '{ "private": true }\n')
  const quiet = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--omit=dev']
  try {
    await must('npm', ['install', '--ignore-scripts', ...quiet, `${name}@${version}`], {
      cwd: folder,
      env: withNode(node),
    })
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  return file
}

/* What a tool of one installation runs as: `done` fails with its words. */
function createRunner({ node, program, env, children }) {
  return (args, more) => {
    const child = spawn(node, [program, ...args], {
      env: withNode(node, { ...process.env, ...env, ...more }),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    children.add(child)
    const done = new Promise((resolve, reject) => {
      child.once('exit', (code) => {
        children.delete(child)
        if (code === 0) resolve()
        else reject(new Error(`${path.basename(program)} ${args.join(' ')} ended with ${code}:\n${output}`))
      })
    })
    return { done, output: () => output }
  }
}

const isUp = async (url) => {
  try {
    return (await fetch(url)).ok
  } catch {
    // Not listening yet.
    return false
  }
}

const isMessage = ({ event }) => event === 'message.received'

const sign = (body, secret, seconds = Math.floor(Date.now() / 1000)) =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`

/* A customer of the demo desk, and the notes on the ticket of an event. */
function createCustomer({ call, desk, connection }) {
  const list = async ({ ticketId, data }) => {
    const notes = await call(`/ticket-notes/list?ticketId=${ticketId}&contactId=${data.message.contactId}`)
    return notes.map(({ note }) => note).sort()
  }
  return {
    async write(body) {
      const message = { connection, number: CUSTOMER, id: randomUUID(), name: 'Lia', body, kind: 'chat' }
      const response = await fetch(`${desk.url}/simulator/inbound`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ messages: [message] }),
      })
      if (!response.ok) throw new Error(`the customer could not write: ${await response.text()}`)
    },
    readEvent: () =>
      until(async () => (await call('/events?after=0&limit=500')).events.find(isMessage), POLL_MS),
    untilNoted: (event) => until(async () => (await list(event)).length > 0, POLL_MS),
    /* Another message is noted, too, and nothing besides: what was posted before it had no effect. */
    async writeAndCompare(event) {
      await this.write('Mais uma')
      await until(async () => (await list(event)).some((note) => note.endsWith('Mais uma')), POLL_MS)
      const notes = (await list(event)).join()
      if (notes !== 'Recebemos: Bom dia,Recebemos: Mais uma') throw new Error(`the ticket has ${notes}`)
    },
  }
}

const post = (address, body, signature) => {
  const headers = { 'content-type': 'application/json', 'balcao-signature': signature }
  return fetch(address, { method: 'POST', headers, body })
}

async function noteFirst(customer) {
  const startedAt = performance.now()
  await customer.write('Bom dia')
  const event = await customer.readEvent()
  await customer.untilNoted(event)
  return { event, tookMs: Math.round(performance.now() - startedAt) }
}

/** A customer writes; the tool's note is on the ticket, once; forged and old events have no effect. */
async function check({ customer, address, secret }) {
  const { event, tookMs } = await noteFirst(customer)
  const forged = JSON.stringify({ ...event, id: randomUUID() })
  await post(address, forged, sign(forged, 'another secret'))
  await post(address, forged, sign(forged, secret, Math.floor(Date.now() / 1000) - 600))
  // The same event again, as a webhook may: at least once.
  const again = JSON.stringify(event)
  await post(address, again, sign(again, secret))
  await customer.writeAndCompare(event)
  return `the note came after ${tookMs} ms, once; forged and old events had no effect`
}

/** The same with our nodes, which made the webhook and have its secret; deactivated they delete it. */
async function checkNodes({ call, customer, origin, credentials }) {
  const listWebhooks = async () => (await call('/webhooks')).webhooks
  const { id, url } = await until(async () => (await listWebhooks())[0], POLL_MS)
  const { event, tookMs } = await noteFirst(customer)
  const forged = JSON.stringify({ ...event, id: randomUUID() })
  const { status } = await post(url, forged, sign(forged, 'another secret'))
  if (status !== 401) throw new Error(`a forged event was answered ${status}`)
  const { sequence } = event
  await call(`/webhooks/${id}/replay`, { fromSequence: sequence, toSequence: sequence })
  const isQuiet = async () => (await listWebhooks())[0].waiting === 0
  await until(isQuiet, POLL_MS)
  await customer.writeAndCompare(event)
  const owner = await logInToN8n(origin)
  const tryKey = async (apiKey) => {
    const data = { ...credentials, apiKey }
    const tried = { id: 'balcaoKey', name: 'Balcão', type: 'balcaoApi', data }
    return (await owner('/credentials/test', { credentials: tried })).status
  }
  const tried = [await tryKey(credentials.apiKey), await tryKey('balcao_1_wrong')].join()
  if (tried !== 'OK,Error') throw new Error(`the test of the credentials said ${tried}`)
  await owner('/workflows/balcaoNodes/deactivate', {})
  await until(async () => (await listWebhooks()).length === 0, POLL_MS)
  return `the note came after ${tookMs} ms, once; forged and repeated events had no effect; the webhook came and went with the workflow`
}

async function tryTool(name, tool, node) {
  const program = await install(tool, node)
  const folder = await mkdtemp(path.join(tmpdir(), `balcao-${name}-`))
  const { freePort } = require(at('services/shared/testkit/dist/cluster/free-ports.js'))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const dataDir = path.join(folder, 'desk')
  const children = new Set()
  const desk = await startProgram([at('services/standalone/dist/main.js')], {
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    DEMO: 'minimal',
    INTEGRATION_ORIGINS: origin,
  })
  try {
    const { call } = await logIn(desk, 'admin@demo.local')
    const { key } = await call('/api-keys', { name, scopes: SCOPES })
    const address = tool.target && `${origin}${tool.target}`
    const { signingSecret: secret } = address
      ? await call('/webhooks', { url: address, events: ['message.received'] })
      : {}
    const [{ id: connection }] = await call('/whatsapp')
    const env = { BALCAO_URL: desk.url, BALCAO_API_KEY: key, BALCAO_WEBHOOK_SECRET: secret }
    const credentials = { url: desk.url, apiKey: key }
    const run = createRunner({ node, program, env, children })
    const started = await tool.start({ run, folder, port, dataDir, credentials })
    await Promise.race([started.done, until(() => isUp(`${origin}${tool.isReady}`), POLL_MS)])
    const customer = createCustomer({ call, desk, connection })
    const checking = tool.check({ call, customer, address, secret, origin, credentials })
    say(`${name} (${tool.package} ${tool.version}): ${await Promise.race([checking, started.done])}`)
  } finally {
    for (const child of children) child.kill('SIGTERM')
    await Promise.all([...children].map((child) => new Promise((resolve) => child.once('exit', resolve))))
    await desk.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

checkNode()
await installIfNeeded()
await buildServer()
const node = await findLtsNode()
for (const name of options.tool.split(',')) await tryTool(name, tools[name], node)
