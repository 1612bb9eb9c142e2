// Policies for the chart's manifests. Pure: takes documents and values, returns sentences about faults.

const WORKLOADS = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob', 'Pod'])
const COMPONENT = 'app.kubernetes.io/component'
const HTTP = 8080
const RPC = 9000
const OPS = 9100

const nameOf = ({ kind, metadata }) => `${kind} ${metadata?.name}`
const same = (left, right) => JSON.stringify(left) === JSON.stringify(right)
const ofKind = (documents, kind) => documents.filter((document) => document.kind === kind)
const matches = (selector, labels = {}) =>
  Object.entries(selector ?? {}).every(([key, value]) => labels[key] === value)

const podOf = ({ kind, spec }) =>
  kind === 'Pod' ? spec : kind === 'CronJob' ? spec.jobTemplate.spec.template.spec : spec?.template?.spec
const labelsOf = ({ kind, metadata, spec }) =>
  (kind === 'Pod' ? metadata : spec?.template?.metadata)?.labels ?? {}
const containersOf = (pod) => [...(pod.initContainers ?? []), ...(pod.containers ?? [])]

const workloadsOf = (documents) => documents.filter(({ kind }) => WORKLOADS.has(kind))

/* One sentence per place and fault. */
const inContainers = (documents, judge) =>
  workloadsOf(documents).flatMap((workload) =>
    containersOf(podOf(workload)).flatMap((container) =>
      judge(container, workload).map((fault) => `${nameOf(workload)}, ${container.name}: ${fault}`),
    ),
  )
const inPods = (documents, judge) =>
  workloadsOf(documents).flatMap((workload) =>
    judge(podOf(workload), workload).map((fault) => `${nameOf(workload)}: ${fault}`),
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
    const pod = podOf(deployment)
    const labels = labelsOf(deployment)
    const budgets = ofKind(documents, 'PodDisruptionBudget').filter(({ spec }) =>
      matches(spec.selector.matchLabels, labels),
    )
    const sleep = containersOf(pod)[0]?.lifecycle?.preStop?.sleep?.seconds ?? 0
    return [
      ...when(budgets.length !== 1, `${budgets.length} disruption budgets`),
      ...when((pod.topologySpreadConstraints ?? []).length < 2, 'is not spread over nodes and zones'),
      ...when(sleep < 1, 'no preStop: routers would send to a pod that has gone'),
      ...when((pod.terminationGracePeriodSeconds ?? 30) < sleep + 15, 'no time to drain'),
      ...when(
        deployment.spec.strategy?.rollingUpdate?.maxUnavailable !== 0,
        'rolls by taking pods away first',
      ),
    ].map((fault) => `${nameOf(deployment)}: ${fault}`)
  })

const SECRET_NAME = /(PASSWORD|SECRET|SECRET_KEY|TOKEN|SEAL_KEY|VAULT_KEYS|ID_KEY)$/
const CREDENTIALS = /:\/\/[^/@\s"]*:[^/@\s"]+@/

export function secretValues({ documents, values }) {
  const owner = values.secrets?.databaseOwner
  return [
    ...ofKind(documents, 'Secret').map(
      (one) => `${nameOf(one)}: a Secret is made by the operator, not by the chart`,
    ),
    ...documents
      .filter((document) => CREDENTIALS.test(JSON.stringify(document)))
      .map((document) => `${nameOf(document)}: an address with a password`),
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

const tlsSecretsOf = (pod) =>
  (pod.volumes ?? []).flatMap(({ name, secret }) => (name === 'rpc-tls' && secret ? [secret.secretName] : []))

/* One certificate per service, naming that service only. */
export function identities({ documents, values }) {
  if (!values.rpcTls?.enabled) return []
  const services = ofKind(documents, 'Deployment').filter(
    (one) => labelsOf(one)[COMPONENT] in values.services,
  )
  const ofDeployments = services.flatMap((deployment) => {
    const pod = podOf(deployment)
    const told = new Set(containersOf(pod).flatMap(({ env = [] }) => env.map(({ name }) => name)))
    const wanted = `${deployment.metadata.name}-rpc-tls`
    return [
      ...when(
        !same(tlsSecretsOf(pod), [wanted]),
        `has the certificates ${tlsSecretsOf(pod).join(', ') || '(none)'}`,
      ),
      ...['RPC_TLS_CA', 'RPC_TLS_CERT', 'RPC_TLS_KEY'].flatMap((name) => when(!told.has(name), `no ${name}`)),
    ].map((fault) => `${nameOf(deployment)}: ${fault}`)
  })
  const certificates = ofKind(documents, 'Certificate')
  const ofCertificates = certificates.flatMap((certificate) => {
    const { secretName, uris = [], dnsNames = [], usages = [] } = certificate.spec
    const component = certificate.metadata.labels?.[COMPONENT]
    const isOwn = uris.length === 1 && new RegExp(`^spiffe://[A-Za-z0-9._-]+/${component}$`).test(uris[0])
    return [
      ...when(!(component in values.services) || !isOwn, `names ${uris.join(', ') || 'nobody'}`),
      ...when(
        !same(
          dnsNames.map((name) => `${name}-tls`),
          [secretName],
        ),
        `is for ${dnsNames.join(', ')}`,
      ),
      ...when(!same([...usages].sort(), ['client auth', 'server auth']), 'is not for both sides'),
    ].map((fault) => `${nameOf(certificate)}: ${fault}`)
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
      if (portsOf(rule).length > 0 && portsOf(rule).every((port) => port === 53)) return []
      const wide = (rule.to ?? []).flatMap(({ ipBlock }) =>
        ipBlock && /\/0+$/.test(ipBlock.cidr) ? [ipBlock] : [],
      )
      const open = PRIVATE.filter((network) => wide.some(({ except = [] }) => !except.includes(network)))
      return [
        ...when(
          !rule.to?.length,
          `${component} may reach any address at ${portsOf(rule).join(', ') || 'any port'}`,
        ),
        ...when(wide.length > 0 && !isOutgoing, `${component} may reach the internet`),
        ...when(open.length > 0, `the internet of ${component} has ${open.join(', ')}`),
      ].map((fault) => `${nameOf(policy)}: ${fault}`)
    })
  })
}

/* Callers' addresses are known: through named proxies, and with source addresses preserved by nodes. */
export function callers({ documents, values }) {
  const trusted = (values.trustedProxies ?? []).join(',')
  const isOpen =
    ofKind(documents, 'Ingress').length > 0 ||
    ofKind(documents, 'Service').some(({ spec }) => ['LoadBalancer', 'NodePort'].includes(spec.type))
  const services = ofKind(documents, 'Deployment').filter(
    (one) => labelsOf(one)[COMPONENT] in values.services,
  )
  return [
    ...when(isOpen && trusted === '', 'callers come through a proxy that nobody named'),
    ...ofKind(documents, 'Service')
      .filter(({ spec }) => ['LoadBalancer', 'NodePort'].includes(spec.type))
      .filter(({ spec }) => spec.externalTrafficPolicy !== 'Local')
      .map((one) => `${nameOf(one)}: nodes stand in for callers (externalTrafficPolicy)`),
    ...inContainers(services, ({ env = [] }) => {
      const told = env.filter(({ name }) => name === 'TRUSTED_PROXIES').map(({ value }) => value)
      return when(!same(told, trusted === '' ? [] : [trusted]), `trusts ${told.join(' and ') || 'nobody'}`)
    }),
  ]
}

const portsOf = (rule) => (rule.ports ?? []).map(({ port }) => port)
const componentOf = (peer) => peer.podSelector?.matchLabels?.[COMPONENT]
const isOnlyPods = (peer) => same(Object.keys(peer), ['podSelector']) && componentOf(peer) !== undefined

/* A rule as comparable sentences: one for each port and peer. */
const sentences = (rule, peers) =>
  portsOf(rule).length === 0
    ? ['any port']
    : portsOf(rule).flatMap((port) =>
        (peers ?? ['anybody']).map((peer) =>
          peer === 'anybody'
            ? `${port} anybody`
            : `${port} ${isOnlyPods(peer) ? componentOf(peer) : JSON.stringify(peer)}`,
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
  const { services, networkPolicy, ingress } = values
  const peers = (port, list) => list.map((peer) => `${port} ${JSON.stringify(peer)}`)
  const monitoring = peers(OPS, networkPolicy.fromMonitoring)
  if (component === 'web') {
    const isGuarded = ingress.enabled && networkPolicy.fromIngress.length > 0
    return [
      ...(isGuarded ? [`${HTTP} test`, ...peers(HTTP, networkPolicy.fromIngress)] : [`${HTTP} anybody`]),
      ...monitoring,
    ]
  }
  const callers = Object.keys(services).filter((name) => services[name].talksTo.includes(component))
  return component in services
    ? [
        `${HTTP} web`,
        ...(ingress.enabled ? peers(HTTP, networkPolicy.fromIngress) : []),
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
    const mayOut = new Set(['53 anybody', ...egressAllowed(component, values)])
    const mayIn = new Set(ingressAllowed(component, values))
    return [
      ...out
        .filter((one) => !mayOut.has(one))
        .map((one) => `${nameOf(policy)}: lets ${component} reach ${one}`),
      ...into.filter((one) => !mayIn.has(one)).map((one) => `${nameOf(policy)}: lets in ${one}`),
      ...when(policy.spec.policyTypes.length !== 2, `${nameOf(policy)}: leaves one direction open`),
    ]
  })
  const unnamed = workloadsOf(documents)
    .filter(
      (workload) =>
        !policies.some(
          (policy) => isOfOne(policy) && matches(policy.spec.podSelector.matchLabels, labelsOf(workload)),
        ),
    )
    .map((workload) => `${nameOf(workload)}: no network policy of its own`)
  return [...when(!nothing, 'no network policy that allows nothing'), ...more, ...unnamed]
}

export function references({ documents }) {
  const named = (kind) => new Set(ofKind(documents, kind).map(({ metadata }) => metadata.name))
  const deployments = ofKind(documents, 'Deployment')
  const services = new Map(ofKind(documents, 'Service').map((one) => [one.metadata.name, one]))
  const scaled = ofKind(documents, 'HorizontalPodAutoscaler')
  const backends = ofKind(documents, 'Ingress').flatMap(({ spec }) =>
    spec.rules.flatMap(({ http }) => http.paths.map(({ backend }) => backend.service)),
  )
  return [
    ...[...services.values()].flatMap((service) => {
      const pods = deployments.filter((one) => matches(service.spec.selector, labelsOf(one)))
      return when(pods.length !== 1, `${nameOf(service)}: selects ${pods.length} workloads`)
    }),
    ...scaled.flatMap((one) => {
      const target = deployments.find(({ metadata }) => metadata.name === one.spec.scaleTargetRef.name)
      return [
        ...when(!target, `${nameOf(one)}: scales nothing`),
        ...when(target?.spec.replicas !== undefined, `${nameOf(one)}: the deployment sets replicas as well`),
      ]
    }),
    ...backends.flatMap(({ name, port }) =>
      when(
        !services.get(name)?.spec.ports.some((one) => one.name === port.name),
        `Ingress: no port ${port.name} of Service ${name}`,
      ),
    ),
    ...inPods(documents, ({ serviceAccountName }) =>
      when(!named('ServiceAccount').has(serviceAccountName), `no account ${serviceAccountName}`),
    ),
  ]
}

/* Topics are created by the migration job only: without the broker's address services would never receive events. */
export function migrations({ documents }) {
  const isToldOf = (name) => (container) => container.env?.some((one) => one.name === name)
  const services = ofKind(documents, 'Deployment').flatMap(({ spec }) => containersOf(spec.template.spec))
  const wanted = ['DATABASE_ROLE_PASSWORD', 'KAFKA_BROKERS'].filter((name) => services.some(isToldOf(name)))
  return inContainers(ofKind(documents, 'Job'), (container) =>
    wanted.filter((name) => !isToldOf(name)(container)).map((name) => `no ${name}, which services have`),
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
      .map((one) => `${nameOf(one)}: sockets need no affinity`),
    ...ofKind(documents, 'Service')
      .filter(({ spec }) => spec.sessionAffinity === 'ClientIP')
      .map((one) => `${nameOf(one)}: sockets need no affinity`),
    ...ofKind(documents, 'Service')
      .filter(({ spec }) => spec.ports.some(({ port }) => port === RPC) && spec.clusterIP !== 'None')
      .map((one) => `${nameOf(one)}: gRPC needs a headless service, or one pod gets all calls of a caller`),
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
  identities,
  egress,
  callers,
  networkPolicies,
  references,
  migrations,
  gatewayOfCalls,
}

/** What a production environment must not contain, whatever the chart's defaults are. */
export const faultsOfProduction = ({ rpcTls, services, trustedProxies, networkPolicy }) => [
  ...when(!rpcTls.enabled, 'services speak without TLS'),
  ...when(services.auth.env.ALLOW_SIGNUP !== 'false', 'strangers may sign up (ALLOW_SIGNUP)'),
  ...when(trustedProxies.length === 0, 'no proxy is named'),
  ...when(!networkPolicy.enabled, 'no network policies'),
  ...Object.entries(services).flatMap(([name, { env }]) =>
    when(env.RPC_REFLECTION === 'true', `${name} describes its methods (RPC_REFLECTION)`),
  ),
]

/** Faults of a compose file: the secret of all roles at once, another role's password, or private networks trusted by default. */
export const faultsOfCompose = ({ services }) =>
  Object.entries(services).flatMap(([name, { environment = {} }]) => {
    const own = name
      .replace(/^migrations-/, '')
      .toUpperCase()
      .replaceAll('-', '_')
    const password = environment.DATABASE_ROLE_PASSWORD ?? ''
    const isLoggedIn = environment.DATABASE_URL !== undefined
    const trusted = environment.TRUSTED_PROXIES ?? ''
    return [
      ...when(environment.DATABASE_ROLE_SECRET !== undefined, 'has every role’s password'),
      ...when(
        isLoggedIn && !password.startsWith(`\${DATABASE_ROLE_PASSWORD_${own}:`),
        'lacks its role’s password',
      ),
      ...when(/\/\d+/.test(trusted), `trusts ${trusted}`),
    ].map((fault) => `${name}: ${fault}`)
  })

/** Every fault of these manifests, each with the name of its policy. */
export const collectFaults = (rendered) =>
  Object.entries(policies).flatMap(([name, policy]) => policy(rendered).map((fault) => `${name}: ${fault}`))
