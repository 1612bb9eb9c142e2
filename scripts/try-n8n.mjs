// usage: npm run try:n8n [-- --tool=n8n,node-red]      the real n8n and Node-RED take an event of a demo desk, check its signature and
//        answer with a note by the API, with the workflows of integrations/workflows. They come from npm, once, into .cache (n8n: 2 GB);
//        not part of any check. What it printed last is in docs/integrations.md.
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
import { at, must, say } from './support/project.mjs'

const CUSTOMER = '5511988880001'
const SCOPES = ['tickets:read', 'tickets:write']
const POLL_MS = 250

const require = createRequire(import.meta.url)

const { values: options } = parseArgs({ options: { tool: { type: 'string', default: 'n8n,node-red' } } })

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

/* The programs as npm has them: how each is started on a port with its data in a folder, and where it takes events. */
const tools = {
  n8n: {
    version: '2.40.5',
    target: '/webhook/balcao',
    isReady: '/healthz/readiness',
    program: 'n8n/bin/n8n',
    // Its SQLite is a package that compiles itself when it is installed: a database of the desk's server instead.
    async start({ run, folder, port, dataDir }) {
      const env = {
        ...(await createDatabase(dataDir)),
        N8N_USER_FOLDER: folder,
        N8N_PORT: String(port),
        N8N_LISTEN_ADDRESS: '127.0.0.1',
        N8N_DIAGNOSTICS_ENABLED: 'false',
        N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
        N8N_TEMPLATES_ENABLED: 'false',
        N8N_PERSONALIZATION_ENABLED: 'false',
        // The workflow reads its key and secret from the environment, and checks the signature itself.
        N8N_BLOCK_ENV_ACCESS_IN_NODE: 'false',
        NODE_FUNCTION_ALLOW_BUILTIN: 'crypto',
      }
      await run(['import:workflow', `--input=${at('integrations/workflows/n8n.json')}`], env).done
      await run(['publish:workflow', '--id=balcaoNotes'], env).done
      return run(['start'], env)
    },
  },
  'node-red': {
    version: '5.0.7',
    target: '/balcao',
    isReady: '/',
    program: 'node-red/red.js',
    start: ({ run, folder, port }) =>
      run(['--userDir', folder, '--port', String(port), at('integrations/workflows/node-red.json')], {}),
  },
}

async function install(name, { version, program }, node) {
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

/** A customer writes; the tool's note is on the ticket, once; forged and old events have no effect. */
async function check({ call, desk, address, connection, secret }) {
  const write = async (body) => {
    const message = { connection, number: CUSTOMER, id: randomUUID(), name: 'Lia', body, kind: 'chat' }
    const response = await fetch(`${desk.url}/simulator/inbound`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [message] }),
    })
    if (!response.ok) throw new Error(`the customer could not write: ${await response.text()}`)
  }
  const startedAt = performance.now()
  await write('Bom dia')
  const readEvent = async () => (await call('/events?after=0&limit=500')).events.find(isMessage)
  const event = await until(readEvent, POLL_MS)
  const { ticketId, data } = event
  const list = async () => {
    const notes = await call(`/ticket-notes/list?ticketId=${ticketId}&contactId=${data.message.contactId}`)
    return notes.map(({ note }) => note).sort()
  }
  await until(async () => (await list()).length > 0, POLL_MS)
  const tookMs = Math.round(performance.now() - startedAt)

  const post = (body, signature) => {
    const headers = { 'content-type': 'application/json', 'balcao-signature': signature }
    return fetch(address, { method: 'POST', headers, body })
  }
  const forged = JSON.stringify({ ...event, id: randomUUID() })
  await post(forged, sign(forged, 'another secret'))
  await post(forged, sign(forged, secret, Math.floor(Date.now() / 1000) - 600))
  // The same event again, as a webhook may: at least once.
  const again = JSON.stringify(event)
  await post(again, sign(again, secret))
  await write('Mais uma')
  await until(async () => (await list()).some((note) => note.endsWith('Mais uma')), POLL_MS)
  const notes = (await list()).join()
  if (notes !== 'Recebemos: Bom dia,Recebemos: Mais uma') throw new Error(`the ticket has ${notes}`)
  return tookMs
}

async function tryTool(name, tool, node) {
  const program = await install(name, tool, node)
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
    const address = `${origin}${tool.target}`
    const { signingSecret } = await call('/webhooks', { url: address, events: ['message.received'] })
    const [{ id: connection }] = await call('/whatsapp')
    const env = { BALCAO_URL: desk.url, BALCAO_API_KEY: key, BALCAO_WEBHOOK_SECRET: signingSecret }
    const run = createRunner({ node, program, env, children })
    const started = await tool.start({ run, folder, port, dataDir })
    await Promise.race([started.done, until(() => isUp(`${origin}${tool.isReady}`), POLL_MS)])
    const tookMs = await check({ call, desk, address, connection, secret: signingSecret })
    say(
      `${name} ${tool.version}: the note came after ${tookMs} ms, once; forged and old events had no effect`,
    )
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
