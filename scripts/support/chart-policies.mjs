// Policies for the chart's manifests. Pure: takes documents and values, returns sentences about faults.
import { isDeepStrictEqual } from 'node:util'

const WORKLOADS = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob', 'Pod'])
const COMPONENT = 'app.kubernetes.io/component'
const HTTP = 8080
const RPC = 9000
const OPS = 9100

const describe = ({ kind, metadata }) => `${kind} ${metadata?.name}`
const same = (left, right) => JSON.stringify(left) === JSON.stringify(right)
const ofKind = (documents, kind) => documents.filter((document) => document.kind === kind)
const matches = (selector, labels = {}) =>
  Object.entries(selector ?? {}).every(([key, value]) => labels[key] === value)

const findPod = ({ kind, spec }) =>
  kind === 'Pod' ? spec : kind === 'CronJob' ? spec.jobTemplate.spec.template.spec : spec?.template?.spec
const findLabels = ({ kind, metadata, spec }) =>
  (kind === 'Pod' ? metadata : spec?.template?.metadata)?.labels ?? {}
const listContainers = (pod) => [...(pod.initContainers ?? []), ...(pod.containers ?? [])]

const listWorkloads = (documents) => documents.filter(({ kind }) => WORKLOADS.has(kind))

/* One sentence per place and fault. */
const inContainers = (documents, judge) =>
  listWorkloads(documents).flatMap((workload) =>
    listContainers(findPod(workload)).flatMap((container) =>
      judge(container, workload).map((fault) => `${describe(workload)}, ${container.name}: ${fault}`),
    ),
  )
const inPods = (documents, judge) =>
  listWorkloads(documents).flatMap((workload) =>
    judge(findPod(workload), workload).map((fault) => `${describe(workload)}: ${fault}`),
  )

const when = (isWrong, fault) => (isWrong ? [fault] : [])

export function probes({ documents }) {
  const ofContainer = (container) =>
    ['startupProbe', 'readinessProbe', 'livenessProbe'].flatMap((probe) => {
      const port = container[probe]?.httpGet?.port
      const number = container.ports?.find(({ name }) => name === port)?.containerPort ?? port
      return [
        ...when(container[probe] === undefined, `no ${probe}`),
        ...when(container[probe] !== undefined && number !== OPS, `${probe} is not on port ${OPS}`),
      ]
    })
  return inContainers(ofKind(documents, 'Deployment'), ofContainer)
}

export const resources = ({ documents }) =>
  inContainers(documents, ({ resources: own }) =>
    ['requests', 'limits'].flatMap((side) =>
      ['cpu', 'memory'].flatMap((what) => when(!own?.[side]?.[what], `no ${side}.${what}`)),
    ),
  )

export function securityContext({ documents }) {
  const ofContainer = ({ securityContext: own = {} }) => [
    ...when(own.allowPrivilegeEscalation !== false, 'may escalate its privileges'),
    ...when(own.readOnlyRootFilesystem !== true, 'may write its root file system'),
    ...when(own.runAsNonRoot !== true || !(own.runAsUser > 0), 'may run as root'),
    ...when(own.privileged === true, 'is privileged'),
    ...when(!same(own.capabilities?.drop, ['ALL']) || own.capabilities?.add, 'keeps capabilities'),
    ...when(own.seccompProfile?.type !== 'RuntimeDefault', 'has no seccomp profile'),
  ]
  const ofPod = (pod) => [
    ...when(pod.securityContext?.runAsNonRoot !== true, 'the pod may run as root'),
    ...when(pod.securityContext?.seccompProfile?.type !== 'RuntimeDefault', 'the pod has no seccomp profile'),
    ...['hostNetwork', 'hostPID', 'hostIPC'].flatMap((name) => when(pod[name], name)),
    ...(pod.volumes ?? []).flatMap((volume) => when(volume.hostPath, `host path in ${volume.name}`)),
  ]
  return [...inContainers(documents, ofContainer), ...inPods(documents, ofPod)]
}

export const images = ({ documents }) =>
  inContainers(documents, ({ image = '' }) => {
    const tag = /:([\w.-]+)$/.exec(image)?.[1]
    return when(!image.includes('@sha256:') && (!tag || tag === 'latest'), `image ${image} can move`)
  })

export function accountTokens({ documents }) {
  const accounts = new Map(ofKind(documents, 'ServiceAccount').map((one) => [one.metadata.name, one]))
  return inPods(documents, ({ automountServiceAccountToken, serviceAccountName }) => [
    ...when(automountServiceAccountToken !== false, 'mounts an account’s token'),
    ...when(!accounts.has(serviceAccountName), 'has no account of its own'),
    ...when(
      accounts.get(serviceAccountName)?.automountServiceAccountToken !== false,
      'its account mounts tokens',
    ),
  ])
}

export const disruption = ({ documents }) =>
  ofKind(documents, 'Deployment').flatMap((deployment) => {
    const pod = findPod(deployment)
    const labels = findLabels(deployment)
    const budgets = ofKind(documents, 'PodDisruptionBudget').filter(({ spec }) =>
      matches(spec.selector.matchLabels, labels),
    )
    const sleep = listContainers(pod)[0]?.lifecycle?.preStop?.sleep?.seconds ?? 0
    return [
      ...when(budgets.length !== 1, `${budgets.length} disruption budgets`),
      ...when((pod.topologySpreadConstraints ?? []).length < 2, 'is not spread over nodes and zones'),
      ...when(sleep < 1, 'no preStop: routers would send to a pod that has gone'),
      ...when((pod.terminationGracePeriodSeconds ?? 30) < sleep + 15, 'no time to drain'),
      ...when(
        deployment.spec.strategy?.rollingUpdate?.maxUnavailable !== 0,
        'rolls by taking pods away first',
      ),
    ].map((fault) => `${describe(deployment)}: ${fault}`)
  })

const SECRET_NAME = /(PASSWORD|SECRET|SECRET_KEY|TOKEN|SEAL_KEY|VAULT_KEYS|ID_KEY)$/
const CREDENTIALS = /:\/\/[^/@\s"]*:[^/@\s"]+@/

export function secretValues({ documents, values }) {
  const owner = values.secrets?.databaseOwner
  return [
    ...ofKind(documents, 'Secret').map(
      (one) => `${describe(one)}: a Secret is made by the operator, not by the chart`,
    ),
    ...documents
      .filter((document) => CREDENTIALS.test(JSON.stringify(document)))
      .map((document) => `${describe(document)}: an address with a password`),
    ...inContainers(documents, ({ env = [] }, { kind }) =>
      env.flatMap((one) => [
        ...when(SECRET_NAME.test(one.name) && one.value !== undefined, `${one.name} as a plain value`),
        ...when(
          kind !== 'Job' && owner && one.valueFrom?.secretKeyRef?.name === owner,
          `${one.name} is the database owner’s`,
        ),
      ]),
    ),
  ]
}

/* Each pod reads the password of its own role, and no pod the secret that derives the others. */
export function databaseRoles({ documents, values }) {
  const roles = values.secrets?.databaseRoles
  return inContainers(documents, ({ name, env = [] }) => {
    const read = env.flatMap(({ valueFrom }) =>
      roles && valueFrom?.secretKeyRef?.name === roles ? [valueFrom.secretKeyRef.key] : [],
    )
    return [
      ...when(
        env.some((one) => one.name === 'DATABASE_ROLE_SECRET'),
        'has every role’s password',
      ),
      ...when(
        env.some((one) => one.name === 'DATABASE_URL') && !same(read, [name]),
        `reads the passwords of ${read.join(', ') || 'no role'}`,
      ),
    ]
  })
}

/* Each pod that talks to Kafka has the login of its own service, and no other's. */
export function kafkaUsers({ documents, values }) {
  const users = values.secrets?.kafkaUsers
  if (!users) return []
  return inContainers(ofKind(documents, 'Deployment'), ({ name, env = [] }) => {
    const find = (variable) => env.find((one) => one.name === variable)
    if (!find('KAFKA_BROKERS')) return []
    const ref = find('KAFKA_PASSWORD')?.valueFrom?.secretKeyRef
    return [
      ...when(
        find('KAFKA_USERNAME')?.value !== `${values.kafka.userPrefix}${name}`,
        'logs in on Kafka as another service',
      ),
      ...when(ref?.name !== users || ref.key !== name, 'has another password on Kafka than its own'),
    ]
  })
}

const listTlsSecrets = (pod) =>
  (pod.volumes ?? []).flatMap(({ name, secret }) => (name === 'rpc-tls' && secret ? [secret.secretName] : []))

/* One certificate per service, naming that service only. */
export function identities({ documents, values }) {
  if (!values.rpcTls?.enabled) return []
  const services = ofKind(documents, 'Deployment').filter(
    (one) => findLabels(one)[COMPONENT] in values.services,
  )
  const ofDeployments = services.flatMap((deployment) => {
    const pod = findPod(deployment)
    const told = new Set(listContainers(pod).flatMap(({ env = [] }) => env.map(({ name }) => name)))
    const wanted = `${deployment.metadata.name}-rpc-tls`
    return [
      ...when(
        !same(listTlsSecrets(pod), [wanted]),
        `has the certificates ${listTlsSecrets(pod).join(', ') || '(none)'}`,
      ),
      ...['RPC_TLS_CA', 'RPC_TLS_CERT', 'RPC_TLS_KEY'].flatMap((name) => when(!told.has(name), `no ${name}`)),
    ].map((fault) => `${describe(deployment)}: ${fault}`)
  })
  const certificates = ofKind(documents, 'Certificate')
  const ofCertificates = certificates.flatMap((certificate) => {
    const { secretName, uris = [], dnsNames = [], usages = [] } = certificate.spec
    const component = certificate.metadata.labels?.[COMPONENT]
    const isOwn = uris.length === 1 && new RegExp(`^spiffe://[A-Za-z0-9._-]+/${component}$`).test(uris[0])
    return [
      ...when(!(component in values.services) || !isOwn, `names ${uris.join(', ') || 'no one'}`),
      ...when(
        !same(
          dnsNames.map((name) => `${name}-tls`),
          [secretName],
        ),
        `is for ${dnsNames.join(', ')}`,
      ),
      ...when(!same([...usages].sort(), ['client auth', 'server auth']), 'is not for both sides'),
    ].map((fault) => `${describe(certificate)}: ${fault}`)
  })
  const isMade = Boolean(values.rpcTls.issuer?.name)
  const missing = when(
    isMade && certificates.length !== services.length,
    `${certificates.length} certificates for ${services.length} services`,
  )
  return [...ofDeployments, ...ofCertificates, ...missing]
}

const PRIVATE = ['10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16']

/* DNS may go anywhere; everything else needs an address, and only services that use the internet may reach all of it. */
export function egress({ documents, values }) {
  return ofKind(documents, 'NetworkPolicy').flatMap((policy) => {
    const component = policy.spec.podSelector.matchLabels?.[COMPONENT]
    const isOutgoing = values.services[component]?.talksTo.includes('internet') ?? false
    return (policy.spec.egress ?? []).flatMap((rule) => {
      if (listPorts(rule).length > 0 && listPorts(rule).every((port) => port === 53)) return []
      const wide = (rule.to ?? []).flatMap(({ ipBlock }) =>
        ipBlock && /\/0+$/.test(ipBlock.cidr) ? [ipBlock] : [],
      )
      const open = PRIVATE.filter((network) => wide.some(({ except = [] }) => !except.includes(network)))
      return [
        ...when(
          !rule.to?.length,
          `${component} may reach any address at ${listPorts(rule).join(', ') || 'any port'}`,
        ),
        ...when(wide.length > 0 && !isOutgoing, `${component} may reach the internet`),
        ...when(open.length > 0, `the internet of ${component} has ${open.join(', ')}`),
      ].map((fault) => `${describe(policy)}: ${fault}`)
    })
  })
}

/* Callers' addresses are known: through named proxies, and with source addresses preserved by nodes. */
export function callers({ documents, values }) {
  const trusted = (values.trustedProxies ?? []).join(',')
  const isOpen =
    ofKind(documents, 'Ingress').length > 0 ||
    ofKind(documents, 'HTTPRoute').length > 0 ||
    ofKind(documents, 'Service').some(({ spec }) => ['LoadBalancer', 'NodePort'].includes(spec.type))
  const services = ofKind(documents, 'Deployment').filter(
    (one) => findLabels(one)[COMPONENT] in values.services,
  )
  return [
    ...when(isOpen && trusted === '', 'callers come through a proxy that is not declared'),
    ...ofKind(documents, 'Service')
      .filter(({ spec }) => ['LoadBalancer', 'NodePort'].includes(spec.type))
      .filter(({ spec }) => spec.externalTrafficPolicy !== 'Local')
      .map((one) => `${describe(one)}: nodes stand in for callers (externalTrafficPolicy)`),
    ...inContainers(services, ({ env = [] }) => {
      const told = env.filter(({ name }) => name === 'TRUSTED_PROXIES').map(({ value }) => value)
      return when(!same(told, trusted === '' ? [] : [trusted]), `trusts ${told.join(' and ') || 'no one'}`)
    }),
  ]
}

const listPorts = (rule) => (rule.ports ?? []).map(({ port }) => port)
const findComponent = (peer) => peer.podSelector?.matchLabels?.[COMPONENT]
const isOnlyPods = (peer) => same(Object.keys(peer), ['podSelector']) && findComponent(peer) !== undefined

/* A rule as comparable sentences: one for each port and peer. */
const sentences = (rule, peers) =>
  listPorts(rule).length === 0
    ? ['any port']
    : listPorts(rule).flatMap((port) =>
        (peers ?? ['anyone']).map((peer) =>
          peer === 'anyone'
            ? `${port} anyone`
            : `${port} ${isOnlyPods(peer) ? findComponent(peer) : JSON.stringify(peer)}`,
        ),
      )

const placeSentences = ({ ports, to }) =>
  sentences({ ports: ports.map((port) => ({ port })) }, to.length > 0 ? to : undefined)

function egressAllowed(component, values) {
  const { services, networkPolicy } = values
  const toServices = (port) => Object.keys(services).map((name) => `${port} ${name}`)
  if (component === 'web') return toServices(HTTP)
  if (component === 'test') return [`${HTTP} web`, ...toServices(OPS)]
  if (component === 'migrations')
    return ['postgres', 'kafka'].flatMap((name) => placeSentences(networkPolicy.places[name]))
  return (services[component]?.talksTo ?? []).flatMap((name) =>
    name in services ? [`${RPC} ${name}`] : placeSentences(networkPolicy.places[name]),
  )
}

function ingressAllowed(component, values) {
  const { services, networkPolicy, ingress, httpRoute } = values
  const isRouted = ingress.enabled || httpRoute?.enabled === true
  const peers = (port, list) => list.map((peer) => `${port} ${JSON.stringify(peer)}`)
  const monitoring = peers(OPS, networkPolicy.fromMonitoring)
  if (component === 'web') {
    const isGuarded = isRouted && networkPolicy.fromIngress.length > 0
    return [
      ...(isGuarded ? [`${HTTP} test`, ...peers(HTTP, networkPolicy.fromIngress)] : [`${HTTP} anyone`]),
      ...monitoring,
    ]
  }
  const callers = Object.keys(services).filter((name) => services[name].talksTo.includes(component))
  return component in services
    ? [
        `${HTTP} web`,
        ...(isRouted ? peers(HTTP, networkPolicy.fromIngress) : []),
        ...callers.map((name) => `${RPC} ${name}`),
        `${OPS} test`,
        ...monitoring,
      ]
    : []
}

export function networkPolicies({ documents, values }) {
  const policies = ofKind(documents, 'NetworkPolicy')
  const isOfOne = ({ spec }) => spec.podSelector.matchLabels?.[COMPONENT] !== undefined
  const nothing = policies.find(
    (policy) =>
      !isOfOne(policy) && !policy.spec.ingress && !policy.spec.egress && policy.spec.policyTypes.length === 2,
  )
  const more = policies.filter(isOfOne).flatMap((policy) => {
    const component = policy.spec.podSelector.matchLabels[COMPONENT]
    const out = (policy.spec.egress ?? []).flatMap((rule) => sentences(rule, rule.to))
    const into = (policy.spec.ingress ?? []).flatMap((rule) => sentences(rule, rule.from))
    const mayOut = new Set(['53 anyone', ...egressAllowed(component, values)])
    const mayIn = new Set(ingressAllowed(component, values))
    return [
      ...out
        .filter((one) => !mayOut.has(one))
        .map((one) => `${describe(policy)}: lets ${component} reach ${one}`),
      ...into.filter((one) => !mayIn.has(one)).map((one) => `${describe(policy)}: lets in ${one}`),
      ...when(policy.spec.policyTypes.length !== 2, `${describe(policy)}: leaves one direction open`),
    ]
  })
  const unnamed = listWorkloads(documents)
    .filter(
      (workload) =>
        !policies.some(
          (policy) => isOfOne(policy) && matches(policy.spec.podSelector.matchLabels, findLabels(workload)),
        ),
    )
    .map((workload) => `${describe(workload)}: no network policy of its own`)
  return [...when(!nothing, 'no network policy that allows nothing'), ...more, ...unnamed]
}

export function references({ documents }) {
  const named = (kind) => new Set(ofKind(documents, kind).map(({ metadata }) => metadata.name))
  const deployments = ofKind(documents, 'Deployment')
  const services = new Map(ofKind(documents, 'Service').map((one) => [one.metadata.name, one]))
  const scaled = [...ofKind(documents, 'HorizontalPodAutoscaler'), ...ofKind(documents, 'ScaledObject')]
  const backends = ofKind(documents, 'Ingress').flatMap(({ spec }) =>
    spec.rules.flatMap(({ http }) => http.paths.map(({ backend }) => backend.service)),
  )
  const routed = ofKind(documents, 'HTTPRoute').flatMap(({ spec }) =>
    spec.rules.flatMap(({ backendRefs }) => backendRefs),
  )
  return [
    ...[...services.values()].flatMap((service) => {
      const pods = deployments.filter((one) => matches(service.spec.selector, findLabels(one)))
      return when(pods.length !== 1, `${describe(service)}: selects ${pods.length} workloads`)
    }),
    ...scaled.flatMap((one) => {
      const target = deployments.find(({ metadata }) => metadata.name === one.spec.scaleTargetRef.name)
      return [
        ...when(!target, `${describe(one)}: scales nothing`),
        ...when(
          target?.spec.replicas !== undefined,
          `${describe(one)}: the deployment sets replicas as well`,
        ),
      ]
    }),
    ...backends.flatMap(({ name, port }) =>
      when(
        !services.get(name)?.spec.ports.some((one) => one.name === port.name),
        `Ingress: no port ${port.name} of Service ${name}`,
      ),
    ),
    ...routed.flatMap(({ name, port }) =>
      when(
        !services.get(name)?.spec.ports.some((one) => one.port === port),
        `HTTPRoute: no port ${port} of Service ${name}`,
      ),
    ),
    ...inPods(documents, ({ serviceAccountName }) =>
      when(!named('ServiceAccount').has(serviceAccountName), `no account ${serviceAccountName}`),
    ),
  ]
}

/* Topics are created by the migration job only: without the broker's address services would never receive events. */
export function migrations({ documents }) {
  const hasVariable = (name) => (container) => container.env?.some((one) => one.name === name)
  const services = ofKind(documents, 'Deployment').flatMap(({ spec }) => listContainers(spec.template.spec))
  const wanted = ['DATABASE_ROLE_PASSWORD', 'KAFKA_BROKERS'].filter((name) =>
    services.some(hasVariable(name)),
  )
  return inContainers(ofKind(documents, 'Job'), (container) =>
    wanted.filter((name) => !hasVariable(name)(container)).map((name) => `no ${name}, which services have`),
  )
}

export function gatewayOfCalls({ documents }) {
  const isStuck = ({ metadata }) =>
    Object.entries(metadata.annotations ?? {}).some(([key, value]) =>
      /affinity|sticky|session-cookie/.test(`${key}${value}`),
    )
  return [
    ...ofKind(documents, 'Ingress')
      .filter(isStuck)
      .map((one) => `${describe(one)}: sockets need no affinity`),
    ...ofKind(documents, 'Service')
      .filter(({ spec }) => spec.sessionAffinity === 'ClientIP')
      .map((one) => `${describe(one)}: sockets need no affinity`),
    ...ofKind(documents, 'Service')
      .filter(({ spec }) => spec.ports.some(({ port }) => port === RPC) && spec.clusterIP !== 'None')
      .map((one) => `${describe(one)}: gRPC needs a headless service, or one pod gets all calls of a caller`),
  ]
}

/* All in the namespace of the release: a manifest that is applied without -n would land elsewhere otherwise. */
export const namespaces = ({ documents, namespace }) =>
  documents
    .filter(({ metadata }) => metadata?.namespace !== namespace)
    .map((one) => `${describe(one)}: is in ${one.metadata?.namespace ?? 'no namespace'}`)

const isPart = (part, whole) =>
  Object.entries(part).every(([key, value]) => isDeepStrictEqual(whole?.[key], value))
const missingOf = (wanted, own = []) =>
  wanted.filter((one) => !own.some((other) => isPart(one, other))).map(({ name, key }) => name ?? key)

/* Values of a workload before those of all: as in the templates. */
const findOwn = (component, { services, front, migrations: ofJob }) =>
  ({ web: front, migrations: ofJob })[component] ?? services[component] ?? {}

/* What operators add is in every pod and job. */
export function additions({ documents, values }) {
  const accounts = new Map(ofKind(documents, 'ServiceAccount').map((one) => [one.metadata.name, one]))
  const authority = values.caBundle?.configMap || values.caBundle?.secret
  return listWorkloads(documents).flatMap((workload) => {
    const pod = findPod(workload)
    const own = findOwn(findLabels(workload)[COMPONENT], values)
    const map = (key) => ({ ...values[key], ...own[key] })
    const list = (key) => [...(values[key] ?? []), ...(own[key] ?? [])]
    const instead = (key) => own[key] ?? values[key] ?? {}
    const { annotations = {} } = (workload.kind === 'Pod' ? workload : workload.spec.template).metadata ?? {}
    const account = accounts.get(pod.serviceAccountName)?.metadata.annotations ?? {}
    const env = [
      ...list('extraEnv'),
      ...when(authority, { name: 'NODE_EXTRA_CA_CERTS', value: `/etc/balcao/ca/${values.caBundle?.key}` }),
    ]
    const mounts = [
      ...list('extraVolumeMounts'),
      ...when(authority, { name: 'ca-bundle', mountPath: '/etc/balcao/ca' }),
    ]
    const volumes = [...list('extraVolumes'), ...when(authority, { name: 'ca-bundle' })]
    const lacks = (what, isThere) => when(!isThere, `lacks ${what}`)
    return [
      ...lacks('podLabels', isPart(map('podLabels'), findLabels(workload))),
      ...lacks('podAnnotations', isPart(map('podAnnotations'), annotations)),
      ...lacks('serviceAccountAnnotations', isPart(map('serviceAccountAnnotations'), account)),
      ...lacks('nodeSelector', isPart(map('nodeSelector'), pod.nodeSelector)),
      ...lacks('affinity', isPart(instead('affinity'), pod.affinity)),
      ...lacks(
        'priorityClassName',
        (instead('priorityClassName') || undefined) === pod.priorityClassName ||
          same(instead('priorityClassName'), {}),
      ),
      ...missingOf(list('tolerations'), pod.tolerations).map((key) => `lacks the toleration ${key}`),
      ...missingOf(volumes, pod.volumes).map((name) => `lacks the volume ${name}`),
      ...listContainers(pod).flatMap((container) => [
        ...missingOf(env, container.env).map((name) => `${container.name} lacks the variable ${name}`),
        ...missingOf(mounts, container.volumeMounts).map(
          (name) => `${container.name} lacks the mount ${name}`,
        ),
      ]),
    ].map((fault) => `${describe(workload)}: ${fault}`)
  })
}

/* A Secret that changes rolls the pods that read it. */
export const rolls = ({ documents }) =>
  ofKind(documents, 'Deployment')
    .filter((one) =>
      listContainers(findPod(one)).some(({ env = [] }) =>
        env.some(({ valueFrom }) => valueFrom?.secretKeyRef),
      ),
    )
    .filter(
      ({ spec }) => !/^[0-9a-f]{64}$/.test(spec.template.metadata.annotations?.['checksum/secrets'] ?? ''),
    )
    .map((one) => `${describe(one)}: no checksum of the Secrets that it reads`)

const listQueries = (documents) => [
  ...ofKind(documents, 'PrometheusRule').flatMap((one) =>
    one.spec.groups.flatMap(({ rules }) =>
      rules.map(({ alert, record, expr }) => [`${describe(one)}, ${alert ?? record}`, expr]),
    ),
  ),
  ...ofKind(documents, 'ConfigMap')
    .filter(({ metadata }) => metadata.name.includes('-dashboard-'))
    .flatMap((one) =>
      Object.values(one.data).flatMap((text) =>
        JSON.parse(text).panels.flatMap(({ title, targets }) =>
          targets.map(({ expr }) => [`${describe(one)}, ${title}`, expr]),
        ),
      ),
    ),
  ...ofKind(documents, 'ScaledObject').flatMap((one) =>
    one.spec.triggers.flatMap(({ metadata }) => (metadata.query ? [[describe(one), metadata.query]] : [])),
  ),
]

/* Prometheus puts its own labels of a target over these. */
const OVERWRITTEN = ['job', 'instance', 'service', 'endpoint', 'container']
const listGrouped = (query) =>
  [...query.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, labels]) => labels.split(/, */))

/* What is asked of Prometheus exists: `series` are the names that the code exports, `served` those that the metrics adapter has rules for. */
export function metrics({ documents, series, served }) {
  const queries = listQueries(documents)
  const recorded = new Set(
    ofKind(documents, 'PrometheusRule').flatMap(({ spec }) =>
      spec.groups.flatMap(({ rules }) => rules.flatMap(({ record }) => record ?? [])),
    ),
  )
  const external = ofKind(documents, 'HorizontalPodAutoscaler').flatMap((one) =>
    (one.spec.metrics ?? []).flatMap(({ external: of }) => (of ? [[describe(one), of.metric.name]] : [])),
  )
  return [
    ...[...queries, ...external].flatMap(([where, query]) =>
      [...new Set(query.match(/\bbalcao_\w+/g))]
        .filter((name) => !series.includes(name))
        .map((name) => `${where}: nothing exports ${name}`),
    ),
    ...external
      .filter(([, name]) => !served.includes(name))
      .map(([where, name]) => `${where}: the adapter has no rule for ${name}`),
    ...queries.flatMap(([where, query]) => [
      ...(query.match(/\bbalcao:[\w:]+/g) ?? [])
        .filter((name) => !recorded.has(name))
        .map((name) => `${where}: nothing records ${name}`),
      ...listGrouped(query)
        .filter((label) => OVERWRITTEN.includes(label))
        .map((label) => `${where}: ${label} is Prometheus’ own label of the process`),
    ]),
  ]
}

export const policies = {
  probes,
  resources,
  securityContext,
  images,
  accountTokens,
  disruption,
  secretValues,
  databaseRoles,
  kafkaUsers,
  identities,
  egress,
  callers,
  networkPolicies,
  references,
  migrations,
  gatewayOfCalls,
  namespaces,
  additions,
  rolls,
  metrics,
}

/** What a production environment must not contain, whatever the chart's defaults are. */
/* One version, as 6.0.0 or 6.0.0-rc.1: 6, 6.0 and names like stable are pushed again. */
const VERSION = /^\d+\.\d+\.\d+(-[\w.]+)?$/

export const faultsOfProduction = ({
  image,
  rpcTls,
  services,
  trustedProxies,
  networkPolicy,
  kafka,
  secrets,
}) => [
  ...when(
    !VERSION.test(image.tag) && Object.keys(image.digests).length === 0,
    `images of a tag that moves (${image.tag}) and no image.digests`,
  ),
  ...when(!kafka.mechanism, 'Kafka asks for no login'),
  ...when(!secrets.kafkaUsers, 'services share one login on Kafka (secrets.kafkaUsers)'),
  ...when(!rpcTls.enabled, 'services speak without TLS'),
  ...when(services.auth.env.ALLOW_SIGNUP !== 'false', 'strangers may sign up (ALLOW_SIGNUP)'),
  ...when(trustedProxies.length === 0, 'no proxy is named'),
  ...when(!networkPolicy.enabled, 'no network policies'),
  ...Object.entries(services).flatMap(([name, { env }]) =>
    when(env.RPC_REFLECTION === 'true', `${name} describes its methods (RPC_REFLECTION)`),
  ),
]

/**
 * Faults of a compose file: the secret of all roles at once, another service's password of the database or of Kafka, private networks
 * trusted by default, or a container that always runs with a log that only grows.
 */
export const faultsOfCompose = ({ services }) =>
  Object.entries(services).flatMap(([name, { environment = {}, restart, logging }]) => {
    const own = name
      .replace(/^migrations-/, '')
      .toUpperCase()
      .replaceAll('-', '_')
    const password = environment.DATABASE_ROLE_PASSWORD ?? ''
    const user = name.startsWith('migrations-') ? 'migrations' : name
    const login = `${environment.KAFKA_USERNAME} ${environment.KAFKA_PASSWORD}`
    const ownLogin = `balcao-${user} \${KAFKA_PASSWORD_${user.toUpperCase().replaceAll('-', '_')}:`
    const isLoggedIn = environment.DATABASE_URL !== undefined
    const trusted = environment.TRUSTED_PROXIES ?? ''
    return [
      ...when(environment.DATABASE_ROLE_SECRET !== undefined, 'has every role’s password'),
      ...when(
        isLoggedIn && !password.startsWith(`\${DATABASE_ROLE_PASSWORD_${own}:`),
        'lacks its role’s password',
      ),
      ...when(
        environment.KAFKA_BROKERS !== undefined && !login.startsWith(ownLogin),
        'lacks its own login on Kafka',
      ),
      ...when(/\/\d+/.test(trusted), `trusts ${trusted}`),
      ...when(restart === 'unless-stopped' && !logging?.options?.['max-size'], 'never rotates its log'),
    ].map((fault) => `${name}: ${fault}`)
  })

/** Every fault of these manifests, each with the name of its policy. */
export const collectFaults = (rendered) =>
  Object.entries(policies).flatMap(([name, policy]) => policy(rendered).map((fault) => `${name}: ${fault}`))
