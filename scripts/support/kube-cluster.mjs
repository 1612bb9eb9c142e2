// A real one-node cluster of ENGINES_DIR/kube, engines that its pods reach, our images in its registry.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

import { parse } from 'yaml'

import { readVariables } from './engine-variables.mjs'
import { enginesFolder, findTools } from './kube-tools.mjs'
import { makeNodePrefix, nodeImage, withNode } from './lts-node.mjs'
import { at, capture, run, say } from './project.mjs'

const require = createRequire(import.meta.url)
const HOST_ADDRESS = '10.243.0.1'
const REGISTRY = '10.243.0.2:5000'
export const NAMESPACE = 'desk'
export const SERVICES = ['auth', 'billing', 'campaigns', 'messaging-gateway', 'realtime', 'tickets']

const ENGINE_VARIABLES = [
  'DATABASE_URL',
  'KAFKA_BROKERS',
  'MONGO_URL',
  'REDIS_URL',
  ...['ENDPOINT', 'BUCKET', 'REGION', 'ACCESS_KEY', 'SECRET_KEY'].map((name) => `S3_${name}`),
]

/* A program that must succeed and print these variables, which go into the environment. */
async function runEnvironment(program, expected, env = {}) {
  const printed = await capture(program, [], { env: { ...process.env, ...env } })
  const name = path.relative(enginesFolder, program)
  if (printed.code !== 0) throw new Error(`${name}: ${printed.output.slice(-2_000)}`)
  try {
    Object.assign(process.env, readVariables(printed, expected))
  } catch (cause) {
    throw new Error(`${name}: ${cause.message}`, { cause })
  }
}

/** Starts cluster and engines, empty. @returns what ends them. */
export async function startCluster() {
  if (process.getuid?.() !== 0) throw new Error('the cluster’s node needs root')
  if (!enginesFolder) throw new Error('ENGINES_DIR is not set')
  if (!existsSync(path.join(enginesFolder, 'kube/up'))) throw new Error(`no kube/up in ${enginesFolder}`)
  await findTools(['helm', 'kubectl', 'buildctl', 'containerd'], [])
  await runEnvironment(path.join(enginesFolder, 'kube/up'), ['KUBECONFIG', 'NODE_IP'])
  // Ports of their own: others on this machine may run engines as well. New keys: the chart refuses well-known ones.
  const env = {
    ENGINES_HOST: HOST_ADDRESS,
    ENGINES_STRICT: '1',
    KAFKA_PORT: '39092',
    REDIS_PORT: '36379',
    S3_ACCESS_KEY: 'desk-media',
    S3_SECRET_KEY: random(),
  }
  for (const engine of ['POSTGRES', 'MONGO', 'S3'])
    env[`${engine}_RUN`] = `/tmp/balcao-kube-test/${engine.toLowerCase()}`
  await runEnvironment(path.join(enginesFolder, 'up'), ENGINE_VARIABLES, env)
  return async () => {
    for (const engine of ['postgres', 'kafka', 'redis', 'mongo', 's3', 'kube']) {
      await capture(path.join(enginesFolder, engine, 'down'), [], { env: { ...process.env, ...env } })
    }
  }
}

async function makeImage(args, env = {}) {
  const program = path.join(enginesFolder, 'kube/image')
  const { code, output } = await capture('nice', [program, ...args], { env: { ...process.env, ...env } })
  if (code !== 0) throw new Error(`image ${args.join(' ')}:\n${output.slice(-4_000)}`)
}

/**
 * Builds and pushes all images of each tag from its sources: `{ one: <folder>, two: <folder> }`. Tags of the same folder come from the cache after
 * the first.
 */
export async function buildImages(sources) {
  // A base is made of the Node on the PATH.
  const env = withNode(await makeNodePrefix())
  for (const base of [nodeImage, 'debian:bookworm-slim']) await makeImage(['base', base], env)
  for (const [tag, folder] of Object.entries(sources)) {
    // A label makes it another image, as a new version would be.
    const label = ['--opt', `label:balcao.tag=${tag}`]
    for (const service of SERVICES) {
      const env = { DOCKERFILE: path.join(folder, 'deploy/docker/service.Dockerfile') }
      await makeImage(
        [
          'build',
          `${REGISTRY}/balcao-${service}:${tag}`,
          folder,
          '--opt',
          `build-arg:SERVICE=${service}`,
          ...label,
        ],
        env,
      )
      say(`     ${service}:${tag}`)
    }
    await makeImage(['build', `${REGISTRY}/balcao-web:${tag}`, folder, ...label], {
      DOCKERFILE: path.join(folder, 'deploy/docker/web.Dockerfile'),
    })
    say(`     web:${tag}`)
  }
}

/** The chart for an evaluation with an image of these sources. @returns its address, the password of its administrator and the token of its phone */
export async function installEvaluation(namespace, nodePort) {
  const image = `${REGISTRY}/balcao`
  await makeImage(['build', `${image}:one`, at('.')], { DOCKERFILE: at('deploy/docker/machine.Dockerfile') })
  const values = {
    'image.repository': image,
    'image.tag': 'one',
    simulator: true,
    'service.type': 'NodePort',
    'service.nodePort': nodePort,
    'extraEnv[0].name': 'RATE_LIMIT_FACTOR',
    'extraEnv[0].value': '0',
  }
  const given = Object.entries(values).flatMap(([name, value]) => ['--set-string', `${name}=${value}`])
  const place = ['-n', namespace, '--create-namespace', '--wait', '--timeout', '10m']
  const install = async () => {
    const { code, output } = await capture('helm', [
      'upgrade',
      '--install',
      'desk',
      at('helm/evaluation'),
      ...place,
      ...given,
    ])
    if (code !== 0) throw new Error(output.slice(-1_500))
    const { output: json } = await capture('kubectl', [
      '-n',
      namespace,
      'get',
      'secret',
      'desk',
      '-o',
      'json',
    ])
    const { data } = JSON.parse(json)
    const read = (key) => Buffer.from(data[key], 'base64').toString()
    return { adminPassword: read('FIRST_ADMIN_PASSWORD'), simulatorToken: read('SIMULATOR_TOKEN') }
  }
  const secrets = await install()
  return { url: `http://${process.env.NODE_IP}:${nodePort}`, ...secrets, again: install }
}

export async function kubectl(...args) {
  const { code, output } = await capture('kubectl', ['-n', NAMESPACE, ...args])
  if (code !== 0) throw new Error(`kubectl ${args.slice(0, 3).join(' ')}: ${output.slice(-1_000)}`)
  return output
}

export const kubectlJson = async (...args) => JSON.parse(await kubectl(...args, '-o', 'json'))

const buildSecret = (name, stringData) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace: NAMESPACE },
  stringData,
})
const random = () => randomBytes(32).toString('base64url')

/* The engines' default password is published, and the chart refuses it. */
async function ownPasswords() {
  const owner = new URL(process.env.DATABASE_URL)
  const { Client } = require('pg')
  const postgres = new Client({ connectionString: owner.href })
  await postgres.connect()
  owner.password = random()
  await postgres.query(`ALTER ROLE ${owner.username} PASSWORD '${owner.password}'`)
  await postgres.end()
  const documents = new URL(process.env.MONGO_URL)
  const mongo = await require('mongoose').createConnection(documents.href).asPromise()
  documents.username = 'desk'
  documents.password = random()
  const roles = ['clusterAdmin', 'readWriteAnyDatabase'].map((role) => ({ role, db: 'admin' }))
  await mongo.db.admin().command({ createUser: documents.username, pwd: documents.password, roles })
  await mongo.close()
  return { owner, documents }
}

/** Keys of the app's Secret without which no pod of these sources starts. */
export async function listRequiredSecrets(folder = at('.')) {
  const { services } = parse(await readFile(path.join(folder, 'helm/balcao/values.yaml'), 'utf8'))
  const named = Object.values(services).flatMap(({ secretEnv }) => Object.values(secretEnv))
  return ['media-link-secret', ...named.filter(({ optional }) => !optional).map(({ key }) => key)]
}

/** The Secrets that an operator makes for every one of these releases, and what the test itself needs of them. */
export async function makeSecrets(folders) {
  const { owner, documents } = await ownPasswords()
  const required = (await Promise.all(folders.map(listRequiredSecrets))).flat()
  const known = { adminPassword: random(), simulatorToken: random(), owner }
  const app = {
    ...Object.fromEntries(required.map((key) => [key, random()])),
    'whatsapp-vault-keys': `first:${randomBytes(32).toString('base64')}`,
    'simulator-token': known.simulatorToken,
    'first-admin-password': known.adminPassword,
  }
  const engines = {
    'redis-url': process.env.REDIS_URL,
    'mongo-url': documents.href,
    's3-access-key': process.env.S3_ACCESS_KEY,
    's3-secret-key': process.env.S3_SECRET_KEY,
  }
  await capture('kubectl', ['create', 'namespace', NAMESPACE])
  const wrong = new URL(owner)
  wrong.password = random()
  wrong.username = 'unknown'
  const secrets = [
    buildSecret('balcao-app', app),
    buildSecret('balcao-engines', engines),
    buildSecret('balcao-database-roles', Object.fromEntries(SERVICES.map((service) => [service, random()]))),
    buildSecret('balcao-database-owner', { url: owner.href }),
    buildSecret('wrong-owner', { url: wrong.href }),
  ]
  await apply({ apiVersion: 'v1', kind: 'List', items: secrets })
  await makeCertificates()
  return known
}

/* As an operator without cert-manager does: an authority, and a Secret with a certificate for each service. */
async function makeCertificates() {
  const folder = await mkdtemp('/tmp/balcao-kube-')
  try {
    const made = await capture(process.execPath, [
      at('deploy/certificates.mjs'),
      folder,
      '--installation',
      'local',
    ])
    if (made.code !== 0) throw new Error(made.output)
    for (const service of SERVICES) {
      const files = ['ca.crt', 'tls.crt', 'tls.key'].map(
        (name) => `--from-file=${path.join(folder, service, name)}`,
      )
      await kubectl('create', 'secret', 'generic', `balcao-${service}-rpc-tls`, ...files)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function apply(document) {
  const folder = await mkdtemp('/tmp/balcao-kube-')
  await writeFile(path.join(folder, 'all.json'), JSON.stringify(document), { mode: 0o600 })
  try {
    await kubectl('apply', '-f', path.join(folder, 'all.json'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** `helm install` or `helm upgrade` with chart and local environment of a folder of sources, and the engines' addresses. */
export async function helm(verb, { tag, folder = at('.'), set = {}, timeout = '20m' }) {
  const owner = new URL(process.env.DATABASE_URL)
  const values = {
    'image.tag': tag,
    'database.host': owner.hostname,
    'database.port': owner.port,
    'kafka.brokers': process.env.KAFKA_BROKERS,
    's3.endpoint': process.env.S3_ENDPOINT,
    's3.bucket': process.env.S3_BUCKET,
    's3.region': process.env.S3_REGION,
    ...set,
  }
  const given = Object.entries(values).flatMap(([name, value]) => [
    '--set',
    `${name}=${String(value).replaceAll(',', '\\,')}`,
  ])
  const args = [
    verb,
    'balcao',
    path.join(folder, 'helm/balcao'),
    '-n',
    NAMESPACE,
    '-f',
    path.join(folder, 'deploy/environments/local.yaml'),
    ...given,
  ]
  return capture('helm', [...args, '--wait', '--timeout', timeout])
}

/** Diagnostics after a failure. */
export async function describeTrouble() {
  await run('kubectl', ['-n', NAMESPACE, 'get', 'pods,jobs', '-o', 'wide'])
  const pods = await kubectlJson('get', 'pods').catch(() => ({ items: [] }))
  for (const { metadata, status } of pods.items) {
    const all = [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])]
    const isFine = all.every(({ ready, state }) => ready || state.terminated?.exitCode === 0)
    if (isFine && all.length > 0) continue
    say(`── ${metadata.name}`)
    await run('kubectl', [
      '-n',
      NAMESPACE,
      'logs',
      metadata.name,
      '--all-containers',
      '--ignore-errors',
      '--tail',
      '15',
    ])
  }
}
