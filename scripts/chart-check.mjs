// usage: npm run check:chart      lints the chart, renders every environment, checks it against strict schemas and our policies
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { parse, parseAllDocuments } from 'yaml'

import { collectFaults, faultsOfCompose, faultsOfProduction } from './support/chart-policies.mjs'
import { listExportedMetrics, listSeries } from './support/exported-metrics.mjs'
import { openClusterOfSecrets } from './support/cluster-of-secrets.mjs'
import { findTools, isOnPath, schemaLocations } from './support/kube-tools.mjs'
import { at, capture, say } from './support/project.mjs'

const CHART = at('helm/balcao')
const NAMESPACE = 'desk'
const KUBE_VERSIONS = ['1.30.0', '1.36.0']

let failures = 0

function report(name, faults) {
  say(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${name}`)
  for (const fault of faults) say(`     ${fault}`)
  failures += faults.length
}

async function tool(name, program, args) {
  const { code, output } = await capture(program, args)
  report(name, code === 0 ? [] : output.trim().split('\n'))
}

const isMap = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/* Merges values as helm does: maps are merged, everything else is replaced. */
const merge = (base, over) =>
  Object.fromEntries(
    [...new Set([...Object.keys(base), ...Object.keys(over)])].map((key) => [
      key,
      isMap(base[key]) && isMap(over[key])
        ? merge(base[key], over[key])
        : key in over
          ? over[key]
          : base[key],
    ]),
  )

const readYaml = async (file) => parse(await readFile(file, 'utf8'), { merge: true })

async function render(file, kubeVersion, more = []) {
  const args = [
    'template',
    'balcao',
    CHART,
    '--namespace',
    NAMESPACE,
    '--kube-version',
    kubeVersion,
    '-f',
    file,
  ]
  const { code, output } = await capture('helm', [...args, ...more])
  if (code !== 0) throw new Error(output.trim())
  return output
}

/* Metrics of deploy/prometheus/adapter-rules.yaml, by the names that HPAs ask for. */
async function listServed() {
  const { externalRules } = await readYaml(at('deploy/prometheus/adapter-rules.yaml'))
  return externalRules.map(({ seriesQuery }) => /^\w+/.exec(seriesQuery)[0])
}

async function checkEnvironment(file, folder, defaults, exported) {
  const name = path.basename(file, '.yaml')
  const values = merge(defaults, await readYaml(file))
  if (name === 'production') report(`${name}: values`, faultsOfProduction(values))
  await tool(`${name}: helm lint`, 'helm', [
    'lint',
    CHART,
    '--strict',
    '--quiet',
    '--kube-version',
    KUBE_VERSIONS[0],
    '-f',
    file,
  ])
  for (const kubeVersion of KUBE_VERSIONS) {
    const text = await render(file, kubeVersion)
    const manifest = path.join(folder, `${name}-${kubeVersion}.yaml`)
    await writeFile(manifest, text)
    await tool(`${name}: schemas, rendered for ${kubeVersion}`, 'kubeconform', [
      '-strict',
      ...schemaLocations(),
      manifest,
    ])
    const documents = parseAllDocuments(text)
      .map((one) => one.toJS())
      .filter(Boolean)
    report(
      `${name}: policies, rendered for ${kubeVersion}`,
      collectFaults({ documents, values, namespace: NAMESPACE, ...exported }),
    )
  }
}

const LONG = 'x'.repeat(32)
const SERVICES = ['auth', 'billing', 'campaigns', 'messaging-gateway', 'realtime', 'tickets']
const ofEach = (value) => Object.fromEntries(SERVICES.map((name) => [name, `${name}-${value}`]))

/* As deploy/README.md makes them. */
const buildSecrets = () => ({
  'secrets/balcao-app': {
    'media-link-secret': LONG,
    'auth-seal-key': LONG,
    'tickets-seal-key': LONG,
    'gateway-seal-key': LONG,
    'realtime-seal-key': LONG,
    'whatsapp-id-key': LONG,
    'whatsapp-vault-keys': `first:${LONG}`,
  },
  'secrets/balcao-database-roles': ofEach(LONG),
  'secrets/balcao-engines': {
    'redis-url': 'redis://a',
    'mongo-url': 'mongodb://a',
    'kafka-username': 'migrations',
    'kafka-password': 'a',
  },
  'secrets/balcao-kafka-users': ofEach('a'),
  'secrets/balcao-database-owner': { url: 'postgresql://a' },
  'configmaps/engines-ca': { 'ca.crt': 'a' },
})

/* Each change of a Secret, and the services whose pods it rolls. */
const ROTATIONS = {
  nothing: [() => undefined, []],
  'the password of a role': [
    (all) => (all['secrets/balcao-database-roles'].tickets = `${LONG}2`),
    ['tickets'],
  ],
  'a login on Kafka': [(all) => (all['secrets/balcao-kafka-users'].billing = 'b'), ['billing']],
  'the keys of the vault': [
    (all) => (all['secrets/balcao-app']['whatsapp-vault-keys'] = `second:${LONG}`),
    ['messaging-gateway'],
  ],
  'the secret of links to media': [
    (all) => (all['secrets/balcao-app']['media-link-secret'] = `${LONG}2`),
    SERVICES,
  ],
  'the address of MongoDB': [
    (all) => (all['secrets/balcao-engines']['mongo-url'] = 'mongodb://b'),
    ['tickets'],
  ],
  'the owner of the database': [(all) => (all['secrets/balcao-database-owner'].url = 'postgresql://b'), []],
  'the authorities of the engines': [
    (all) => (all['configmaps/engines-ca']['ca.crt'] = 'b'),
    [...SERVICES, 'web'],
  ],
}

const listChecksums = (text) =>
  parseAllDocuments(text)
    .map((one) => one.toJS())
    .filter((one) => one?.kind === 'Deployment')
    .map(({ metadata, spec }) => [
      metadata.labels['app.kubernetes.io/component'],
      spec.template.metadata.annotations?.['checksum/secrets'],
    ])

/* Against an API server's answers about Secrets: which pods a change of one rolls. */
async function checkRotations(file) {
  const objects = buildSecrets()
  const cluster = await openClusterOfSecrets(objects)
  const more = ['--set', 'caBundle.configMap=engines-ca', '--dry-run=server', '--kube-apiserver', cluster.url]
  const read = async () => new Map(listChecksums(await render(file, KUBE_VERSIONS[0], more)))
  try {
    const before = await read()
    for (const [what, [change, wanted]] of Object.entries(ROTATIONS)) {
      Object.assign(objects, buildSecrets())
      change(objects)
      const rolled = [...(await read())]
        .filter(([name, sum]) => sum !== before.get(name))
        .map(([name]) => name)
      const isRight = JSON.stringify(rolled.sort()) === JSON.stringify([...wanted].sort())
      report(`rolls by ${what}`, isRight ? [] : [`rolls ${rolled.join(', ') || 'no pods'}`])
    }
    delete objects['secrets/balcao-database-roles'].tickets
    const faults = await render(file, KUBE_VERSIONS[0], more).then(
      () => ['was rendered'],
      ({ message }) => (message.includes('Secret balcao-database-roles: key tickets') ? [] : [message]),
    )
    report('refuses a Secret without a key', faults)
  } finally {
    cluster.close()
  }
}

/* Prometheus' own tool, which is not among those that are built. */
async function checkAlerts() {
  if (!(await isOnPath('promtool'))) return say('--   alerts: unit tests (no promtool on the PATH)')
  await tool('alerts: rules', 'promtool', ['check', 'rules', at('helm/balcao/files/alerts.yaml')])
  await tool('alerts: unit tests', 'promtool', ['test', 'rules', at('scripts/tests/alerts.promtool.yaml')])
}

/* The chart for an evaluation: one pod, secrets that it makes itself and keeps. */
async function checkEvaluation(folder) {
  const chart = at('helm/evaluation')
  await tool('evaluation: helm lint', 'helm', [
    'lint',
    chart,
    '--strict',
    '--quiet',
    '--kube-version',
    KUBE_VERSIONS[0],
  ])
  for (const kubeVersion of KUBE_VERSIONS) {
    const args = ['template', 'desk', chart, '--namespace', NAMESPACE, '--kube-version', kubeVersion]
    const { code, output } = await capture('helm', args)
    const manifest = path.join(folder, `evaluation-${kubeVersion}.yaml`)
    await writeFile(manifest, output)
    report(`evaluation: rendered for ${kubeVersion}`, code === 0 ? [] : [output.trim()])
    await tool(`evaluation: schemas for ${kubeVersion}`, 'kubeconform', [
      '-strict',
      ...schemaLocations(),
      manifest,
    ])
    const { code: moving } = await capture('helm', [...args, '--set', 'image.tag=latest'])
    report('evaluation: refuses an image that moves', moving === 0 ? ['was rendered'] : [])
  }
}

/* The chart must refuse to render with these. */
const REFUSED = {
  'without any value': [],
  'an image that moves': ['--set', 'image.tag=latest'],
  'digests of some images': ['--set', `image.digests.auth=sha256:${'a'.repeat(64)}`],
  'a digest that is none': ['--set', 'image.digests.auth=sha256:1'],
  'the owner’s secret for the services': ['--set', 'secrets.databaseOwner=balcao-engines'],
  'a password among the values': ['--set', 'services.auth.env.FIRST_ADMIN_PASSWORD=balcao123'],
  'a password in an address': ['--set', 'env.OTHER=http://me:secret@host/'],
  'an unknown value': ['--set', 'replicaCount=3'],
  'an unknown service to talk to': ['--set', 'services.auth.talksTo={mars}'],
  'several pods with sockets and no Redis': ['--set', 'redis.enabled=false,services.realtime.replicas=2'],
  'alerts without runbooks': ['--set', 'monitoring.prometheusRule.enabled=true,monitoring.runbooks='],
  'an ingress without trusted proxies': ['--set', 'ingress.enabled=true,ingress.host=desk.example.com'],
  'a load balancer without trusted proxies': ['--set', 'front.service.type=LoadBalancer'],
  'every address as a proxy': ['--set', 'trustedProxies={0.0.0.0/0}'],
  'proxies past the value that is for them': ['--set', 'env.TRUSTED_PROXIES=10.0.0.0/8'],
  'S3 without an address': ['--set', 'networkPolicy.places.s3.to=null'],
  'S3 that is everywhere': ['--set', 'networkPolicy.places.s3.to[0].ipBlock.cidr=0.0.0.0/0'],
  'the password of all roles': ['--set', 'secrets.databaseRoles='],
  'one certificate for all services': ['--set', 'secrets.rpcTls=balcao-rpc'],
  'a gateway without trusted proxies': [
    '--set',
    'httpRoute.enabled=true,httpRoute.hostnames={desk.example.com},httpRoute.parentRefs[0].name=public',
  ],
  'a route without a gateway': [
    '--set',
    'httpRoute.enabled=true,httpRoute.hostnames={desk.example.com},trustedProxies={10.0.0.0/16}',
  ],
  'KEDA without a Prometheus': ['--set', 'autoscaling.metrics=keda'],
  'more pods at least than at most': [
    '--set',
    'services.auth.autoscaling.enabled=true,services.auth.autoscaling.min=9',
  ],
  'more connections than the database takes': ['--set', 'database.maxConnections=155'],
  'more direct connections than the database takes': [
    '--set',
    'database.directHost=primary,database.maxDirectConnections=12',
  ],
  'two bundles of authorities': ['--set', 'caBundle.configMap=a,caBundle.secret=b'],
  'a password among further variables': ['--set', 'extraEnv[0].name=A_PASSWORD,extraEnv[0].value=x'],
  'a password in a further address': [
    '--set',
    'services.auth.extraEnv[0].name=OTHER,services.auth.extraEnv[0].value=http://me:secret@host/',
  ],
  'proxies among further variables': [
    '--set',
    'extraEnv[0].name=TRUSTED_PROXIES,extraEnv[0].value=10.0.0.0/8',
  ],
  'a service without limits': ['--set', 'services.auth.resources.limits=null'],
}

/* And must render with these: one more of what it refused. */
const TAKEN = {
  'as many connections as pods may open': ['--set', 'database.maxConnections=157'],
  'as many direct connections as pods may open': [
    '--set',
    'database.directHost=primary,database.maxDirectConnections=13',
  ],
}

async function checkRefusals(file) {
  for (const [name, args] of Object.entries(TAKEN)) {
    const base = ['template', 'balcao', CHART, '--kube-version', KUBE_VERSIONS[0], '-f', file]
    await tool(`takes ${name}`, 'helm', [...base, ...args, '--show-only', 'templates/accounts.yaml'])
  }
  for (const [name, args] of Object.entries(REFUSED)) {
    const base = ['template', 'balcao', CHART, '--kube-version', KUBE_VERSIONS[0]]
    const { code } = await capture('helm', [...base, ...(args.length === 0 ? [] : ['-f', file, ...args])])
    report(`refuses ${name}`, code === 0 ? ['was rendered'] : [])
  }
}

try {
  await findTools(['helm', 'kubeconform'], ['charts', 'schemas'])
  await tool('the policies can fail', process.execPath, [
    '--test',
    at('scripts/tests/chart-policies.test.mjs'),
  ])
  const folder = await mkdtemp(path.join(tmpdir(), 'balcao-chart-'))
  const defaults = await readYaml(path.join(CHART, 'values.yaml'))
  const environments = ['deploy/environments', 'helm/balcao/ci'].flatMap((where) =>
    readdirSync(at(where)).map((name) => at(where, name)),
  )
  const exported = { series: listSeries(listExportedMetrics()), served: await listServed() }
  for (const file of environments) await checkEnvironment(file, folder, defaults, exported)
  await checkEvaluation(folder)
  await checkAlerts()
  await checkRotations(at('deploy/environments/production.yaml'))
  await checkRefusals(environments[0])
  for (const name of ['single', 'cluster'])
    report(`compose: ${name}`, faultsOfCompose(await readYaml(at(`deploy/compose/${name}.yaml`))))
  for (const place of ['k8s/dev', 'deploy/postgres/drill.yaml'])
    await tool(`${place}: schemas`, 'kubeconform', ['-strict', ...schemaLocations(), at(place)])
  await rm(folder, { recursive: true })
} catch (error) {
  report('the check itself', [error.message])
}
say(failures === 0 ? 'the chart is fine' : `${failures} faults`)
process.exitCode = failures === 0 ? 0 : 1
