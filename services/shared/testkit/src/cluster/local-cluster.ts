import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'

import type { ServiceName } from '@balcao/kernel'
import { serviceNames } from '@balcao/platform'

import { clusterProcess, type ClusterProcess } from './cluster-process'
import { freePort, freePorts } from './free-ports'

/** Processes of one service are numbered from 0. */
export type Replicas = Partial<Record<ServiceName, number>>

export interface LocalClusterOptions {
  /** Login as the owner of the database. */
  databaseUrl: string
  /** Media and secrets; shared by all processes. */
  dataDir: string
  /** Default: one process of each. */
  replicas?: Replicas
  /** Of the front proxy; default a free one. */
  port?: number
  /** Environment of every process; overrides this process's. Includes engine addresses. */
  env?: Readonly<Record<string, string>>
  /** Environment of one service's processes; overrides everything else. */
  envOf?(service: ServiceName): Readonly<Record<string, string>>
  /** Environment of the migrations; overrides everything else. */
  migrationEnv?: Readonly<Record<string, string>>
  /** Called with the processes' output. */
  onOutput?(name: string, text: string): void
}

/** One process of a service. */
export interface Pod extends ClusterProcess {
  service: ServiceName
  index: number
  /** HTTP address, without the front proxy. */
  url: string
  opsUrl: string
  rpcAddress: string
}

/** The six services as separate processes behind one front proxy. */
export interface LocalCluster {
  /** Of the front proxy. */
  url: string
  /** gRPC targets of the services. */
  targets: Record<ServiceName, string>
  front: ClusterProcess
  pods: readonly Pod[]
  pod(service: ServiceName, index?: number): Pod
  /** Runs the migrations of all services, then starts every process. Needs built code. */
  start(): Promise<void>
  migrate(): Promise<void>
  /** SIGTERM to all, front proxy first; SIGKILL after 45 s. */
  stop(): Promise<void>
}

const ROOT = path.join(__dirname, '../../../../..')
const entryPoint = (service: ServiceName) => path.join(ROOT, 'services', service, 'dist/main.js')
const STOP_WITHIN_MS = 45_000
const MIGRATE_WITHIN_MS = 240_000

/* What a probe misses: its answer, or why there is none. */
const askProbe = async (url: string): Promise<string | undefined> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    return response.ok ? undefined : `${url} answers ${response.status} ${await response.text()}`
  } catch (error) {
    // Not listening yet.
    return `${url} does not answer: ${String(error)}`
  }
}

const inherited = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

/* Defaults for this cluster; the caller's values take precedence. */
const secrets = (): Record<string, string> => ({
  MEDIA_LINK_SECRET: randomBytes(32).toString('base64url'),
  AUTH_SEAL_KEY: randomBytes(32).toString('base64url'),
  TICKETS_SEAL_KEY: randomBytes(32).toString('base64url'),
  GATEWAY_SEAL_KEY: randomBytes(32).toString('base64url'),
  REALTIME_SEAL_KEY: randomBytes(32).toString('base64url'),
  WHATSAPP_ID_KEY: randomBytes(32).toString('base64url'),
  WHATSAPP_VAULT_KEYS: `local:${randomBytes(32).toString('base64')}`,
  SIMULATOR_TOKEN: randomBytes(32).toString('base64url'),
})

type Heard = Pick<LocalClusterOptions, 'onOutput' | 'envOf'>

interface Ports {
  http: number
  rpc: number
  ops: number
}

interface ProcessPlan {
  service: ServiceName
  index: number
  ports: Ports
}

async function planProcesses(replicas: Replicas): Promise<ProcessPlan[]> {
  const wanted = serviceNames.flatMap((service) =>
    Array.from({ length: replicas[service] ?? 1 }, (_, index) => ({ service, index })),
  )
  const ports = await freePorts(3 * wanted.length)
  return wanted.map((pod, at) => {
    const [http = 0, rpc = 0, ops = 0] = ports.slice(3 * at, 3 * at + 3)
    return { ...pod, ports: { http, rpc, ops } }
  })
}

const rpcVariable = (service: ServiceName) => `RPC_${service.toUpperCase().replaceAll('-', '_')}`

/* Several processes of a service are one target, as with a headless service. */
const buildTargets = (places: readonly ProcessPlan[]): Record<ServiceName, string> => {
  const of = (service: ServiceName) => {
    const own = places.filter((place) => place.service === service)
    return `ipv4:${own.map(({ ports }) => `127.0.0.1:${ports.rpc}`).join(',')}`
  }
  return Object.fromEntries(serviceNames.map((name) => [name, of(name)])) as Record<ServiceName, string>
}

function createPod(
  { service, index, ports }: ProcessPlan,
  shared: Record<string, string>,
  { envOf, ...heard }: Heard,
): Pod {
  const opsUrl = `http://127.0.0.1:${ports.ops}`
  const program = clusterProcess({
    name: `${service}-${index}`,
    args: ['--enable-source-maps', entryPoint(service)],
    env: {
      ...shared,
      HOST: '127.0.0.1',
      POD_IP: '127.0.0.1',
      POD_NAME: `${service}-${index}`,
      PORT: String(ports.http),
      RPC_PORT: String(ports.rpc),
      OPS_PORT: String(ports.ops),
      ...envOf?.(service),
    },
    whatIsMissing: () => askProbe(`${opsUrl}/readyz`),
    ...heard,
  })
  return Object.assign(program, {
    service,
    index,
    opsUrl,
    url: `http://127.0.0.1:${ports.http}`,
    rpcAddress: `127.0.0.1:${ports.rpc}`,
  })
}

function frontProxy(port: number, pods: readonly Pod[], env: Record<string, string>): ClusterProcess {
  const targets = Object.fromEntries(
    serviceNames.map((name) => [name, pods.filter(({ service }) => service === name).map(({ url }) => url)]),
  )
  return clusterProcess({
    name: 'front proxy',
    args: [path.join(ROOT, 'scripts/support/front-proxy.mjs')],
    env: { ...env, HOST: '127.0.0.1', PORT: String(port), FRONT_TARGETS: JSON.stringify(targets) },
    whatIsMissing: () => askProbe(`http://127.0.0.1:${port}/healthz`),
  })
}

async function stopInTime(process: ClusterProcess): Promise<void> {
  const tooLong = setTimeout(() => void process.stop('SIGKILL'), STOP_WITHIN_MS)
  // A stopped process handles no other signal.
  process.signal('SIGCONT')
  await process.stop()
  clearTimeout(tooLong)
}

/** Nothing runs before `start`. */
export async function localCluster(options: LocalClusterOptions): Promise<LocalCluster> {
  const places = await planProcesses(options.replicas ?? {})
  const targets = buildTargets(places)
  const shared = {
    ...secrets(),
    ...inherited(),
    NODE_ENV: 'production',
    TRUSTED_PROXIES: 'loopback',
    // A pod is never a demo: the front proxy adds the simulator token for callers on this machine.
    SIMULATOR: 'true',
    DATABASE_URL: options.databaseUrl,
    DATA_DIR: options.dataDir,
    ...Object.fromEntries(serviceNames.map((name) => [rpcVariable(name), targets[name]])),
    ...options.env,
  }
  const { onOutput, envOf } = options
  const pods = places.map((place) =>
    createPod(place, shared, { ...(onOutput && { onOutput }), ...(envOf && { envOf }) }),
  )
  const port = options.port ?? (await freePort())
  const front = frontProxy(port, pods, shared)

  const migrate = async () => {
    const run = async (service: ServiceName) => {
      try {
        await promisify(execFile)(process.execPath, [entryPoint(service), 'migrate'], {
          env: { ...shared, ...envOf?.(service), ...options.migrationEnv },
          timeout: MIGRATE_WITHIN_MS,
        })
      } catch (error) {
        throw new Error(`the migrations of ${service} failed`, { cause: error })
      }
    }
    await Promise.all(serviceNames.map(run))
  }
  return {
    url: `http://127.0.0.1:${port}`,
    targets,
    front,
    pods,
    pod: (service, index = 0) => {
      const found = pods.find((pod) => pod.service === service && pod.index === index)
      if (!found) throw new Error(`there is no ${service}-${index}`)
      return found
    },
    migrate,
    start: async () => {
      await migrate()
      await Promise.all(pods.map((pod) => pod.start()))
      await front.start()
    },
    stop: async () => {
      await stopInTime(front)
      await Promise.all(pods.map(stopInTime))
    },
  }
}
