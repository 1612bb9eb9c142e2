import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import {
  AppError,
  type MigrationSet,
  type Service,
  type ServiceName,
  type ServicePorts,
} from '@balcao/kernel'

import { ConfigError, readConfigs, type ConfigSchema } from '../config'
import { ensureTopics } from '../events'
import { createMailer } from '../mail'
import { createLogger } from '../telemetry/logger'
import { startTelemetry } from '../telemetry/start-telemetry'
import { openHttpListener, type HttpListener } from './http-listener'
import { openEngines } from './engines'
import { migratePrimaries } from './migrate-primaries'
import { createRuntime, type Runtime } from './runtime'
import { migrateConfig, podConfig, type PodConfig } from './pod-config'
import { networkAddresses } from './rpc-addresses'
import { runServices, type RunningHost } from './run-services'
import { stopOnSignals } from './stop-signals'
import { Disposer } from './disposer'

const log = createLogger('pod')
/* The same path after a restart of the container, whose volume survives: leftovers are swept. */
const UPLOAD_FOLDER = path.join(tmpdir(), `balcao-uploads-${process.getuid?.() ?? 'user'}`)

/** A service as its entry point passes it. */
export interface PodParts<C> {
  name: ServiceName
  config: ConfigSchema<C>
  migrations: MigrationSet
  create(config: C, ports: ServicePorts): Service
}

/* Otherwise every call of this service would be refused by its callees; fails at start instead. */
function assertCertificateNames(name: ServiceName, { credentials }: PodConfig): void {
  if (credentials.identity === undefined || credentials.identity.services.includes(name)) return
  const { installation, services } = credentials.identity
  throw new AppError('ERR_INTERNAL', {
    detail: `RPC_TLS_CERT is that of ${services.join(', ')}: ${name} needs one with the URI spiffe://${installation}/${name}`,
  })
}

function createPodRuntime(name: ServiceName, pod: PodConfig): Runtime {
  assertCertificateNames(name, pod)
  const { database, targets, host, address, ports, credentials, hasReflection } = pod
  return createRuntime({
    postgres: database.server,
    morePrimaries: database.morePrimaries,
    ...database.login,
    poolSize: database.poolSize,
    owner: `${pod.name}-${randomBytes(4).toString('hex')}`,
    rpc: networkAddresses({ targets, host, address, port: ports.rpc, credentials, hasReflection }),
    engines: openEngines({
      settings: pod.engines,
      clientName: `balcao-${name}`,
      mediaFolder: path.join(pod.dataDir, 'media'),
      mediaReserveBytes: pod.http.uploadLimits.reserveBytes,
      rateLimitFactor: pod.http.rateLimitFactor,
    }),
    mailer: createMailer(pod.mail, (fields, message) => log.info(fields, message)),
    mediaSecret: pod.mediaSecret,
    publicUrl: pod.publicUrl,
  })
}

interface HttpListeners {
  listener: HttpListener
  opsListener: HttpListener
}

function host(
  runtime: Runtime,
  service: Service,
  pod: PodConfig,
  listeners: HttpListeners,
): Promise<RunningHost> {
  const { metricsToken, http } = pod
  return runServices({
    runtime,
    services: [service],
    ...listeners,
    migrations: 'refuse',
    hasOpenProbes: false,
    metrics: { token: metricsToken, withoutToken: 'everyone' },
    http: {
      ...http,
      edge: {
        rateLimits: runtime.engines.rateLimits,
        uploadDir: UPLOAD_FOLDER,
        maxUploadBytes: http.maxUploadBytes,
        uploadLimits: http.uploadLimits,
      },
    },
  })
}

async function start<C>(
  parts: PodParts<C>,
  steps: Disposer,
): Promise<{ pod: PodConfig; running: RunningHost }> {
  const { pod, own } = readConfigs({ pod: podConfig, own: parts.config })
  await steps.add(startTelemetry(`balcao-${parts.name}`))
  const opsListener = await steps.add(openHttpListener(pod.host, pod.ports.ops))
  const listener = await steps.add(openHttpListener(pod.host, pod.ports.http))
  const runtime = createPodRuntime(parts.name, pod)
  const service = parts.create(own, runtime.portsFor(parts.name))
  const running = await steps.add(host(runtime, service, pod, { listener, opsListener }))
  return { pod, running }
}

/* On SIGTERM: readiness fails first, so that load balancers stop sending requests, then the process stops. */
async function serve<C>(parts: PodParts<C>): Promise<void> {
  const steps = new Disposer()
  const starting = start(parts, steps)
  stopOnSignals(async (signal) => {
    const { pod, running } = await starting
    log.info({ signal, service: parts.name }, 'stopping')
    running.markNotReady()
    await delay(pod.drainWaitMs)
    await steps.stop()
  })
  try {
    const { running } = await starting
    log.info({ service: parts.name, url: running.url }, 'ready')
  } catch (error) {
    await steps.stop()
    throw error
  }
}

/* As the owner of the database: role, schema, tables; then the broker's topics. Concurrent runs wait for each other. */
async function migrateService({ name, migrations }: Pick<PodParts<unknown>, 'name' | 'migrations'>) {
  const { job } = readConfigs({ job: migrateConfig })
  await migratePrimaries(job.primaries, [{ name, migrations }], {
    ...job.login,
    log: (message) => log.info({ service: name }, message),
  })
  if (job.engines.kafka) await ensureTopics(job.engines.kafka)
  log.info({ service: name }, 'migrated')
}

/* Postgres' codes for an unknown role, and for a wrong password. */
const isLoginRefused = (error: object): boolean =>
  'code' in error && (error.code === '28000' || error.code === '28P01')

const formatStartError = (error: unknown): string => {
  if (error instanceof ConfigError) return error.message
  if (error instanceof Error && isLoginRefused(error))
    return `${error.message}: run the migration job, which makes the role and sets its password`
  if (error instanceof AppError) return error.detail ?? error.code
  return error instanceof Error ? error.message : String(error)
}

/**
 * Runs one service as one process: HTTP, gRPC, probes and metrics each on its port. The command `migrate` migrates the schema
 * instead and ends. SIGTERM: not ready first, DRAIN_WAIT_MS later everything stops in order.
 */
export async function runPod<C>(parts: PodParts<C>): Promise<void> {
  const [, , command] = process.argv
  try {
    if (command === 'migrate') await migrateService(parts)
    else await serve(parts)
  } catch (error) {
    log.fatal({ err: error, service: parts.name }, 'could not start')
    process.stderr.write(`${parts.name} could not start: ${formatStartError(error)}\n`)
    process.exitCode = 1
  }
}
