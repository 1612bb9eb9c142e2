// usage: npm run cluster [-- --replicas gateway=3,realtime=3]      the six services as processes of their own on this machine, behind one
//        address (PORT, DATA_DIR). Engines by DATABASE_URL, KAFKA_BROKERS, REDIS_URL, MONGO_URL, S3_*; without DATABASE_URL with the built-in Postgres
import { createRequire } from 'node:module'
import path from 'node:path'
import { inspect } from 'node:util'

import { checkNode, installIfNeeded } from './support/install.mjs'
import { at, say } from './support/project.mjs'

checkNode()
await installIfNeeded()
const { buildServer, buildWeb } = await import('./build.mjs')
await Promise.all([buildServer(), buildWeb()])

process.env.DATA_DIR = path.resolve(process.env.DATA_DIR || at('data-cluster'))
process.env.LOG_LEVEL ??= 'warn'
const require = createRequire(import.meta.url)
const platform = require(at('services/shared/platform/dist/index.js'))
const { localCluster } = require(at('services/shared/testkit/dist/cluster/local-cluster.js'))
const { claimDataFolder, publishAddresses } = require(at('services/standalone/dist/data-folder.js'))
const { ticketsConfig } = require(at('services/tickets/dist/service.js'))
const { demoLogins, seedDemo } = require(at('services/standalone/dist/demo/seed-demo.js'))

const SHORT = { gateway: 'messaging-gateway' }
const fail = (text) => {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

/* `gateway=3,realtime=3` → { 'messaging-gateway': 3, realtime: 3 } */
function parseReplicas(args) {
  const at = args.indexOf('--replicas')
  if (at < 0) return {}
  const replicas = {}
  for (const entry of (args[at + 1] ?? '').split(',')) {
    const [, name = '', count] = /^([a-z-]+)=([1-9]\d?)$/.exec(entry) ?? []
    const service = SHORT[name] ?? name
    if (!platform.serviceNames.includes(service)) fail(`--replicas takes <service>=<count>, not ${entry}`)
    replicas[service] = Number(count)
  }
  return replicas
}

const steps = []
const dataDir = process.env.DATA_DIR
const report = { step: say }

/* Kept with the data: sealed keys must open again at the next start. */
function secrets() {
  const { keep } = platform.fileSecrets(path.join(dataDir, 'secrets'))
  const names = [
    'MEDIA_LINK_SECRET',
    'AUTH_SEAL_KEY',
    'TICKETS_SEAL_KEY',
    'GATEWAY_SEAL_KEY',
    'REALTIME_SEAL_KEY',
    'WHATSAPP_ID_KEY',
    'WHATSAPP_VAULT_KEYS',
  ]
  return Object.fromEntries(names.map((name) => [name, process.env[name] || keep(name)]))
}

/* Database settings of the processes; the rest comes from the environment. */
async function openDatabase(folder) {
  const { DATABASE_URL, DATABASE_ROLE_SECRET } = process.env
  if (DATABASE_URL) return { DATABASE_URL, ...(DATABASE_ROLE_SECRET && { DATABASE_ROLE_SECRET }) }
  say('Starting the database …')
  const password = platform.fileSecrets(folder.secrets).keep('POSTGRES_PASSWORD')
  const postgres = await platform.startEmbeddedPostgres({ dataDir: folder.postgres, password, log: say })
  steps.push(postgres)
  return { DATABASE_URL: postgres.adminUrl, DATABASE_ROLE_SECRET: password }
}

/* The demo's users are created in auth's database, everything else through the front proxy. */
async function seed(cluster, env) {
  const server = platform.parsePostgresUrl(env.DATABASE_URL)
  const runtime = platform.createRuntime({
    postgres: server,
    ...(env.DATABASE_ROLE_SECRET ? { roleSecret: env.DATABASE_ROLE_SECRET } : {}),
    owner: `seed-${process.pid}`,
    rpc: platform.networkAddresses({
      targets: cluster.targets,
      host: '127.0.0.1',
      address: '127.0.0.1',
      port: 0,
      credentials: platform.insecureRpc,
    }),
    engines: platform.openEngines({ clientName: 'seed', mediaFolder: dataDir, rateLimitFactor: 0 }),
    mailer: platform.createMailer(undefined, () => undefined),
    mediaSecret: env.MEDIA_LINK_SECRET,
  })
  try {
    const desk = { url: cluster.url, dataDir, runtime }
    const tickets = platform.readConfig(ticketsConfig, { variables: { ...process.env, ...env } })
    return await seedDemo(desk, process.env.DEMO || 'full', report, tickets)
  } finally {
    await runtime.close()
  }
}

let stopping
const stop = () =>
  (stopping ??= (async () => {
    for (const step of steps.splice(0).reverse()) await step.stop()
  })())
const leave = () => void stop().then(() => process.exit(0))
process.on('SIGINT', leave)
process.on('SIGTERM', leave)

try {
  const folder = await claimDataFolder(dataDir)
  steps.push(folder)
  // The demo's accounts are in the database from the second start on.
  const env = { DEMO_ACCOUNTS: 'true', ...secrets(), ...(await openDatabase(folder)) }
  const cluster = await localCluster({
    databaseUrl: env.DATABASE_URL,
    dataDir,
    replicas: parseReplicas(process.argv),
    port: Number(process.env.PORT || 8080),
    env,
    onOutput: (name, text) => process.stderr.write(text.replace(/^(?=.)/gm, `${name} `)),
  })
  steps.push(cluster)
  say(`Starting ${cluster.pods.length} processes …`)
  await cluster.start()
  publishAddresses(dataDir, cluster.targets)
  const hasDemo = process.env.DEMO !== 'off' && (await seed(cluster, env))
  say(`Balcão is ready: ${cluster.url}`)
  for (const login of hasDemo ? demoLogins : []) say(`  ${login}`)
} catch (error) {
  process.stderr.write(`The cluster could not start: ${error.detail ?? inspect(error)}\n`)
  await stop()
  process.exit(1)
}
