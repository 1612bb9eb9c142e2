import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { collectFaults, faultsOfCompose, faultsOfProduction, policies } from '../support/chart-policies.mjs'

const COMPONENT = 'app.kubernetes.io/component'
const labels = (component) => ({ 'app.kubernetes.io/instance': 'desk', [COMPONENT]: component })
const probe = (path) => ({ httpGet: { path, port: 'ops' } })
const pods = (component) => ({ podSelector: { matchLabels: labels(component) } })
const tcp = (port) => ({ port, protocol: 'TCP' })
const buildBudget = (name) => ({
  kind: 'PodDisruptionBudget',
  metadata: { name },
  spec: { maxUnavailable: 1, selector: { matchLabels: labels(name) } },
})

const containerSecurity = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  runAsNonRoot: true,
  runAsUser: 10001,
  capabilities: { drop: ['ALL'] },
  seccompProfile: { type: 'RuntimeDefault' },
}

const rolePassword = (key) => ({
  name: 'DATABASE_ROLE_PASSWORD',
  valueFrom: { secretKeyRef: { name: 'roles', key } },
})

const kafkaLogin = (user, secret = 'kafka-users') => [
  { name: 'KAFKA_BROKERS', value: 'kafka:9094' },
  { name: 'KAFKA_USERNAME', value: `balcao-${user}` },
  { name: 'KAFKA_PASSWORD', valueFrom: { secretKeyRef: { name: secret, key: user } } },
]

const deployment = () => ({
  kind: 'Deployment',
  metadata: { name: 'auth' },
  spec: {
    strategy: { rollingUpdate: { maxUnavailable: 0 } },
    template: {
      metadata: {
        labels: { ...labels('auth'), team: 'desk' },
        annotations: { all: 'yes', own: 'auth', 'checksum/secrets': 'a'.repeat(64) },
      },
      spec: {
        nodeSelector: { pool: 'desk' },
        affinity: { nodeAffinity: { a: 1 } },
        priorityClassName: 'desk',
        tolerations: [{ key: 'desk' }],
        serviceAccountName: 'auth',
        automountServiceAccountToken: false,
        terminationGracePeriodSeconds: 55,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        volumes: [
          { name: 'rpc-tls', secret: { secretName: 'auth-rpc-tls' } },
          { name: 'more', configMap: { name: 'more' } },
          { name: 'ca-bundle', configMap: { name: 'authorities' } },
        ],
        topologySpreadConstraints: [{ topologyKey: 'node' }, { topologyKey: 'zone' }],
        containers: [
          {
            name: 'auth',
            image: 'registry/balcao-auth:6.0.0',
            ports: [{ name: 'ops', containerPort: 9100 }],
            env: [
              { name: 'DATABASE_URL', value: 'postgresql://host/balcao' },
              rolePassword('auth'),
              ...['CA', 'CERT', 'KEY'].map((name) => ({ name: `RPC_TLS_${name}`, value: '/file' })),
              { name: 'MORE', value: '1' },
              { name: 'NODE_EXTRA_CA_CERTS', value: '/etc/balcao/ca/ca.crt' },
              ...kafkaLogin('auth'),
              { name: 'TRUSTED_PROXIES', value: '10.42.0.0/16' },
            ],
            volumeMounts: [
              { name: 'more', mountPath: '/more' },
              { name: 'ca-bundle', mountPath: '/etc/balcao/ca' },
            ],
            lifecycle: { preStop: { sleep: { seconds: 5 } } },
            startupProbe: probe('/healthz'),
            readinessProbe: probe('/readyz'),
            livenessProbe: probe('/healthz'),
            resources: {
              requests: { cpu: '1', memory: '1Gi' },
              limits: { cpu: '1', memory: '1Gi' },
            },
            securityContext: { ...containerSecurity, capabilities: { drop: ['ALL'] } },
          },
        ],
      },
    },
  },
})

const inNamespace = (rendered) => {
  for (const { metadata } of rendered.documents) metadata.namespace = 'desk'
  return rendered
}

/* The least that breaks no policy: one service, which talks to itself and to Postgres. */
const fine = () => inNamespace(build())

const build = () => ({
  namespace: 'desk',
  series: ['balcao_ready', 'balcao_lag', 'balcao_sessions'],
  served: ['balcao_lag'],
  values: {
    caBundle: { configMap: 'authorities', secret: '', key: 'ca.crt' },
    podLabels: { team: 'desk' },
    podAnnotations: { all: 'yes' },
    serviceAccountAnnotations: { account: 'yes' },
    nodeSelector: { pool: 'desk' },
    affinity: { nodeAffinity: { a: 1 } },
    priorityClassName: 'desk',
    tolerations: [{ key: 'desk' }],
    extraEnv: [{ name: 'MORE', value: '1' }],
    extraVolumes: [{ name: 'more' }],
    extraVolumeMounts: [{ name: 'more', mountPath: '/more' }],
    secrets: { databaseOwner: 'owner', databaseRoles: 'roles', kafkaUsers: 'kafka-users' },
    kafka: { userPrefix: 'balcao-' },
    rpcTls: { enabled: true, issuer: { name: 'authority' } },
    trustedProxies: ['10.42.0.0/16'],
    ingress: { enabled: false },
    services: { auth: { talksTo: ['auth', 'postgres'], podAnnotations: { own: 'auth' } } },
    networkPolicy: {
      fromIngress: [],
      fromMonitoring: [],
      places: { postgres: { ports: [5432], to: [{ ipBlock: { cidr: '10.0.0.0/24' } }] } },
    },
  },
  documents: [
    deployment(),
    {
      kind: 'ServiceAccount',
      metadata: { name: 'auth', annotations: { account: 'yes' } },
      automountServiceAccountToken: false,
    },
    buildBudget('auth'),
    {
      kind: 'PrometheusRule',
      metadata: { name: 'rules' },
      spec: {
        groups: [
          {
            rules: [
              { record: 'balcao:ready:min', expr: 'min by (component) (balcao_ready)' },
              { alert: 'NotReady', expr: 'balcao:ready:min == 0' },
            ],
          },
        ],
      },
    },
    {
      kind: 'ConfigMap',
      metadata: { name: 'desk-dashboard-all' },
      data: {
        'all.json': JSON.stringify({
          panels: [{ title: 'lag', targets: [{ expr: 'sum by (group) (balcao_lag)' }] }],
        }),
      },
    },
    {
      kind: 'Certificate',
      metadata: { name: 'auth-rpc-tls', labels: labels('auth') },
      spec: {
        secretName: 'auth-rpc-tls',
        dnsNames: ['auth-rpc'],
        uris: ['spiffe://desk/auth'],
        usages: ['server auth', 'client auth'],
      },
    },
    {
      kind: 'Service',
      metadata: { name: 'auth' },
      spec: { selector: labels('auth'), ports: [{ name: 'http', port: 8080 }] },
    },
    {
      kind: 'Service',
      metadata: { name: 'auth-rpc' },
      spec: { clusterIP: 'None', selector: labels('auth'), ports: [{ name: 'rpc', port: 9000 }] },
    },
    {
      kind: 'NetworkPolicy',
      metadata: { name: 'nothing' },
      spec: { podSelector: { matchLabels: {} }, policyTypes: ['Ingress', 'Egress'] },
    },
    {
      kind: 'NetworkPolicy',
      metadata: { name: 'auth' },
      spec: {
        podSelector: { matchLabels: labels('auth') },
        policyTypes: ['Ingress', 'Egress'],
        ingress: [
          { ports: [tcp(8080)], from: [pods('web')] },
          { ports: [tcp(9000)], from: [pods('auth')] },
        ],
        egress: [
          { ports: [tcp(53)] },
          { ports: [tcp(9000)], to: [pods('auth')] },
          { ports: [tcp(5432)], to: [{ ipBlock: { cidr: '10.0.0.0/24' } }] },
        ],
      },
    },
  ],
})

const find = ({ documents }, kind, name = 'auth') =>
  documents.find((one) => one.kind === kind && one.metadata.name === name)
const pod = (rendered) => find(rendered, 'Deployment').spec.template.spec
const container = (rendered) => pod(rendered).containers[0]
const certificate = (rendered) => find(rendered, 'Certificate', 'auth-rpc-tls').spec
const policy = (rendered) => find(rendered, 'NetworkPolicy').spec
const rule = (all) => find(all, 'PrometheusRule', 'rules').spec.groups[0].rules[0]
const scaledBy = (name) => ({
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'auth' },
  spec: { scaleTargetRef: { name: 'auth' }, metrics: [{ external: { metric: { name } } }] },
})
const without = (list, name) =>
  list.splice(
    list.findIndex((one) => one.name === name),
    1,
  )
const ingress = (annotations) => ({
  kind: 'Ingress',
  metadata: { name: 'desk', annotations },
  spec: {
    rules: [{ http: { paths: [{ backend: { service: { name: 'auth', port: { name: 'http' } } } }] } }],
  },
})

/* What each policy is for, as a change to manifests that were fine. */
const breaks = {
  probes: {
    'no readiness probe': (all) => delete container(all).readinessProbe,
    'no liveness probe': (all) => delete container(all).livenessProbe,
    'no startup probe': (all) => delete container(all).startupProbe,
    'a probe at the public port': (all) => (container(all).livenessProbe.httpGet.port = 8080),
  },
  resources: {
    'no limit of memory': (all) => delete container(all).resources.limits.memory,
    'no limit of cpu': (all) => delete container(all).resources.limits.cpu,
    'no request': (all) => delete container(all).resources.requests,
    'no limit in an init container': (all) =>
      (pod(all).initContainers = [{ ...container(all), name: 'init', resources: {} }]),
  },
  securityContext: {
    'no context': (all) => delete container(all).securityContext,
    'a root file system that can be written': (all) =>
      (container(all).securityContext.readOnlyRootFilesystem = false),
    escalation: (all) => delete container(all).securityContext.allowPrivilegeEscalation,
    root: (all) => (container(all).securityContext.runAsUser = 0),
    capabilities: (all) => (container(all).securityContext.capabilities.drop = ['NET_RAW']),
    'capabilities that are added': (all) => (container(all).securityContext.capabilities.add = ['NET_ADMIN']),
    'no seccomp profile': (all) => delete pod(all).securityContext.seccompProfile,
    'the host’s network': (all) => (pod(all).hostNetwork = true),
    'a folder of the host': (all) => (pod(all).volumes = [{ name: 'host', hostPath: { path: '/' } }]),
  },
  images: {
    latest: (all) => (container(all).image = 'registry/balcao-auth:latest'),
    'no tag': (all) => (container(all).image = 'registry:5000/balcao-auth'),
  },
  accountTokens: {
    'a token in the pod': (all) => delete pod(all).automountServiceAccountToken,
    'a token by the account': (all) => delete find(all, 'ServiceAccount').automountServiceAccountToken,
    'the default account': (all) => delete pod(all).serviceAccountName,
  },
  disruption: {
    'no budget': (all) =>
      (all.documents = all.documents.filter(({ kind }) => kind !== 'PodDisruptionBudget')),
    'two budgets': (all) => all.documents.push(buildBudget('auth')),
    'no spread': (all) => delete pod(all).topologySpreadConstraints,
    'no preStop': (all) => delete container(all).lifecycle,
    'no time to drain': (all) => (pod(all).terminationGracePeriodSeconds = 10),
    'a roll that takes pods away first': (all) => delete find(all, 'Deployment').spec.strategy,
  },
  secretValues: {
    'a Secret': (all) =>
      all.documents.push({ kind: 'Secret', metadata: { name: 'mine' }, data: { a: 'Yg==' } }),
    'a password as a value': (all) => container(all).env.push({ name: 'REDIS_PASSWORD', value: 'x' }),
    'a password in an address': (all) => (container(all).env[0].value = 'postgresql://me:pw@host/balcao'),
    'the owner’s password in a service': (all) =>
      container(all).env.push({ name: 'X', valueFrom: { secretKeyRef: { name: 'owner', key: 'url' } } }),
  },
  databaseRoles: {
    'the secret of all roles': (all) =>
      container(all).env.push({
        name: 'DATABASE_ROLE_SECRET',
        valueFrom: { secretKeyRef: { name: 'x', key: 'y' } },
      }),
    'another service’s password': (all) => (container(all).env[1] = rolePassword('billing')),
    'another service’s password besides its own': (all) => container(all).env.push(rolePassword('billing')),
    'no password': (all) => container(all).env.splice(1, 1),
  },
  kafkaUsers: {
    'another service’s login': (all) => container(all).env.splice(-4, 3, ...kafkaLogin('billing')),
    'the login of all services': (all) => container(all).env.splice(-4, 3, ...kafkaLogin('auth', 'engines')),
    'no login': (all) => container(all).env.splice(-3, 2),
  },
  identities: {
    'another service’s certificate': (all) => (pod(all).volumes[0].secret.secretName = 'billing-rpc-tls'),
    'no certificate': (all) => delete pod(all).volumes,
    'an unused certificate': (all) => container(all).env.splice(2, 1),
    'a certificate for another service': (all) => (certificate(all).uris = ['spiffe://desk/billing']),
    'a certificate for two services': (all) => certificate(all).uris.push('spiffe://desk/billing'),
    'a certificate without a name': (all) => delete certificate(all).uris,
    'a certificate at another address': (all) => (certificate(all).dnsNames = ['billing-rpc']),
    'a certificate for servers alone': (all) => (certificate(all).usages = ['server auth']),
    'a certificate that is not issued': (all) =>
      (all.documents = all.documents.filter(({ kind }) => kind !== 'Certificate')),
  },
  egress: {
    'any address at a port': (all) => delete policy(all).egress[2].to,
    'no address at a port': (all) => (policy(all).egress[2].to = []),
    'a name server’s port with another': (all) => policy(all).egress[0].ports.push(tcp(443)),
    'the internet for who has no business there': (all) =>
      (policy(all).egress[2].to = [{ ipBlock: { cidr: '0.0.0.0/0', except: ['10.0.0.0/8'] } }]),
    'an internet with our own networks in it': (all) => {
      all.values.services.auth.talksTo.push('internet')
      policy(all).egress.push({ ports: [tcp(443)], to: [{ ipBlock: { cidr: '0.0.0.0/0' } }] })
    },
  },
  callers: {
    'a load balancer that stands in for callers': (all) => (find(all, 'Service').spec.type = 'LoadBalancer'),
    'an undeclared proxy': (all) => {
      all.values.trustedProxies = []
      container(all).env.pop()
      all.documents.push(ingress())
    },
    'a service that trusts others': (all) => (container(all).env.at(-1).value = '10.0.0.0/8'),
    'a service that trusts twice': (all) =>
      container(all).env.push({ name: 'TRUSTED_PROXIES', value: '10.0.0.0/8' }),
  },
  networkPolicies: {
    'a service that is not talked to': (all) =>
      policy(all).egress.push({ ports: [tcp(9000)], to: [pods('tickets')] }),
    'another port of one that is': (all) => policy(all).egress.push({ ports: [tcp(22)], to: [pods('auth')] }),
    'a place that is not talked to': (all) => (all.values.services.auth.talksTo = ['auth']),
    'any address at a place’s port': (all) => delete policy(all).egress[2].to,
    'any port': (all) => policy(all).egress.push({ to: [pods('auth')] }),
    'a caller who does not call': (all) => policy(all).ingress[1].from.push(pods('billing')),
    'any caller': (all) => delete policy(all).ingress[0].from,
    'pods of other namespaces': (all) => (policy(all).ingress[1].from[0].namespaceSelector = {}),
    'one direction': (all) => (policy(all).policyTypes = ['Ingress']),
    'no ban of everything else': (all) =>
      (all.documents = all.documents.filter(({ metadata }) => metadata.name !== 'nothing')),
    'no policy': (all) =>
      (all.documents = all.documents.filter(
        ({ kind, metadata }) => kind !== 'NetworkPolicy' || metadata.name !== 'auth',
      )),
  },
  references: {
    'a Service without pods': (all) => (find(all, 'Service').spec.selector = labels('none')),
    'a scaler of nothing': (all) =>
      all.documents.push({
        kind: 'HorizontalPodAutoscaler',
        metadata: { name: 'x' },
        spec: { scaleTargetRef: { name: 'x' } },
      }),
    'two who set the number of pods': (all) => {
      find(all, 'Deployment').spec.replicas = 2
      all.documents.push({
        kind: 'HorizontalPodAutoscaler',
        metadata: { name: 'auth' },
        spec: { scaleTargetRef: { name: 'auth' } },
      })
    },
    'a ScaledObject of nothing': (all) =>
      all.documents.push({
        kind: 'ScaledObject',
        metadata: { name: 'x' },
        spec: { scaleTargetRef: { name: 'x' }, triggers: [] },
      }),
    'a route to nowhere': (all) =>
      all.documents.push({
        kind: 'HTTPRoute',
        metadata: { name: 'desk' },
        spec: { rules: [{ backendRefs: [{ name: 'auth', port: 81 }] }] },
      }),
    'a path to nowhere': (all) => {
      all.documents.push(ingress())
      find(all, 'Service').spec.ports = []
    },
  },
  migrations: {
    'a job that makes no topics': (all) => {
      container(all).env.push({ name: 'KAFKA_BROKERS', value: 'kafka:9092' })
      all.documents.push({
        kind: 'Job',
        metadata: { name: 'migrations' },
        spec: { template: { spec: { containers: [{ name: 'auth', env: [] }] } } },
      })
    },
  },
  gatewayOfCalls: {
    'sticky sockets': (all) =>
      all.documents.push(ingress({ 'nginx.ingress.kubernetes.io/affinity': 'cookie' })),
    'gRPC behind one address': (all) => delete find(all, 'Service', 'auth-rpc').spec.clusterIP,
  },
  namespaces: {
    'no namespace': (all) => delete find(all, 'Service').metadata.namespace,
    'another namespace': (all) => (find(all, 'Service').metadata.namespace = 'default'),
  },
  additions: {
    'no label': (all) => delete find(all, 'Deployment').spec.template.metadata.labels.team,
    'no annotation': (all) => delete find(all, 'Deployment').spec.template.metadata.annotations.all,
    'no annotation of its own': (all) =>
      delete find(all, 'Deployment').spec.template.metadata.annotations.own,
    'no annotation of its account': (all) => delete find(all, 'ServiceAccount').metadata.annotations,
    'any node': (all) => delete pod(all).nodeSelector,
    'no affinity': (all) => delete pod(all).affinity,
    'no priority': (all) => delete pod(all).priorityClassName,
    'no toleration': (all) => delete pod(all).tolerations,
    'no volume': (all) => without(pod(all).volumes, 'more'),
    'no authorities': (all) => without(pod(all).volumes, 'ca-bundle'),
    'no mount': (all) => without(container(all).volumeMounts, 'more'),
    'no variable': (all) => without(container(all).env, 'MORE'),
    'authorities that are not read': (all) => without(container(all).env, 'NODE_EXTRA_CA_CERTS'),
    'an init container without them': (all) =>
      (pod(all).initContainers = [{ ...container(all), name: 'init', volumeMounts: [] }]),
  },
  rolls: {
    'no checksum': (all) =>
      delete find(all, 'Deployment').spec.template.metadata.annotations['checksum/secrets'],
  },
  metrics: {
    'an alert on what nothing exports': (all) => (rule(all).expr = 'balcao_made_up > 0'),
    'an alert on what nothing records': (all) => (rule(all).record = 'balcao:other'),
    'a label that Prometheus overwrites': (all) => (rule(all).expr = 'sum by (job) (balcao_ready)'),
    'a panel of what nothing exports': (all) =>
      (find(all, 'ConfigMap', 'desk-dashboard-all').data['all.json'] = JSON.stringify({
        panels: [{ title: 'x', targets: [{ expr: 'balcao_made_up' }] }],
      })),
    'a scaler by what nothing exports': (all) => all.documents.push(scaledBy('balcao_lag_sum')),
    'a scaler by what the adapter does not serve': (all) => all.documents.push(scaledBy('balcao_sessions')),
    'a ScaledObject by what nothing exports': (all) =>
      all.documents.push({
        kind: 'ScaledObject',
        metadata: { name: 'auth' },
        spec: {
          scaleTargetRef: { name: 'auth' },
          triggers: [{ metadata: { query: 'sum(balcao_made_up)' } }],
        },
      }),
  },
}

const production = () => ({
  image: { tag: '6.0.0', digests: {} },
  rpcTls: { enabled: true },
  trustedProxies: ['10.42.0.0/16'],
  networkPolicy: { enabled: true },
  services: { auth: { env: { ALLOW_SIGNUP: 'false' } } },
  kafka: { mechanism: 'scram-sha-512' },
  secrets: { kafkaUsers: 'balcao-kafka-users' },
})

describe('an environment for customers', () => {
  it('is fine with all its guards', () => assert.deepEqual(faultsOfProduction(production()), []))

  it('may have any tag beside digests', () => {
    const image = { tag: 'main', digests: { auth: `sha256:${'a'.repeat(64)}` } }
    assert.deepEqual(faultsOfProduction({ ...production(), image }), [])
  })

  for (const [what, change] of Object.entries({
    'has images of a tag that moves': (values) => (values.image.tag = '6'),
    'has images of the tag of a branch': (values) => (values.image.tag = 'main'),
    'has no TLS': (values) => (values.rpcTls.enabled = false),
    'lets strangers sign up': (values) => (values.services.auth.env.ALLOW_SIGNUP = 'true'),
    'does not say whether strangers sign up': (values) => delete values.services.auth.env.ALLOW_SIGNUP,
    'names no proxy': (values) => (values.trustedProxies = []),
    'has no network policies': (values) => (values.networkPolicy.enabled = false),
    'lets anybody speak to Kafka': (values) => (values.kafka.mechanism = ''),
    'has one login on Kafka for all': (values) => (values.secrets.kafkaUsers = ''),
    'describes its methods': (values) => (values.services.auth.env.RPC_REFLECTION = 'true'),
  }))
    it(`is not when it ${what}`, () => {
      const values = production()
      change(values)
      assert.equal(faultsOfProduction(values).length, 1)
    })
})

describe('a compose file', () => {
  const fineService = () => ({
    DATABASE_URL: 'postgresql://postgres/balcao',
    DATABASE_ROLE_PASSWORD: '${DATABASE_ROLE_PASSWORD_AUTH:?run make-env.mjs}',
    TRUSTED_PROXIES: '172.31.250.10',
    KAFKA_BROKERS: 'kafka:9092',
    KAFKA_USERNAME: 'balcao-auth',
    KAFKA_PASSWORD: '${KAFKA_PASSWORD_AUTH:?run make-env.mjs}',
  })
  const faultsWith = (patch, name = 'auth') =>
    faultsOfCompose({ services: { [name]: { environment: { ...fineService(), ...patch } } } })

  it('is fine with a password for each role and a login on Kafka for each service, and one for migrations', () => {
    assert.deepEqual(faultsWith({}), [])
    const login = { KAFKA_USERNAME: 'balcao-migrations', KAFKA_PASSWORD: '${KAFKA_PASSWORD_MIGRATIONS:?}' }
    assert.deepEqual(faultsWith(login, 'migrations-auth'), [])
  })

  for (const [what, patch] of Object.entries({
    'gives away every role’s password': { DATABASE_ROLE_SECRET: 'x' },
    'gives a service another’s password': { DATABASE_ROLE_PASSWORD: '${DATABASE_ROLE_PASSWORD_BILLING:?}' },
    'gives a service no password': { DATABASE_ROLE_PASSWORD: undefined },
    'gives a service no login on Kafka': { KAFKA_USERNAME: undefined, KAFKA_PASSWORD: undefined },
    'gives a service another’s login on Kafka': {
      KAFKA_USERNAME: 'balcao-tickets',
      KAFKA_PASSWORD: '${KAFKA_PASSWORD_TICKETS:?}',
    },
    'trusts a private network': { TRUSTED_PROXIES: '10.0.0.0/8' },
  }))
    it(`is not when it ${what}`, () => assert.equal(faultsWith(patch).length, 1))

  it('is not when a log of a container that always runs only grows', () => {
    const faultsOf = (service) =>
      faultsOfCompose({ services: { redis: { restart: 'unless-stopped', ...service } } })
    assert.deepEqual(faultsOf({ logging: { driver: 'json-file', options: { 'max-size': '20m' } } }), [])
    assert.deepEqual(faultsOf({}), ['redis: never rotates its log'])
  })
})

describe('the policies of the chart', () => {
  it('find nothing in manifests that are fine', () => assert.deepEqual(collectFaults(fine()), []))

  it('are all shown to fail below', () => assert.deepEqual(Object.keys(breaks), Object.keys(policies)))

  for (const [name, cases] of Object.entries(breaks)) {
    for (const [what, change] of Object.entries(cases)) {
      it(`${name}: ${what}`, () => {
        const rendered = fine()
        change(rendered)
        assert.notDeepEqual(policies[name](rendered), [])
      })
    }
  }
})
