import { existsSync } from 'node:fs'
import path from 'node:path'

import type { Running } from '@balcao/kernel'
import {
  createMailer,
  createRuntime,
  fileSecrets,
  openHttpListener,
  openEngines,
  runServices,
  unixSocketAddresses,
  startEmbeddedPostgres,
  startTelemetry,
  type Runtime,
  type PostgresServer,
  type RunningHost,
} from '@balcao/platform'

import { startSimulatedCloud } from '@balcao/messaging-gateway/service'

import { allServices, type ServiceConfigs } from './all-services'
import { readSecretVariables, type StandaloneConfig } from './config'
import { ContinuousBackup } from './continuous-backup/continuous-backup'
import { hasDemoLogins } from './demo/demo-logins'
import { claimDataFolder, publishAddresses, type DataFolder } from './data-folder'
import { standaloneLog, type Report } from './terminal-report'

/** The running desk. */
export interface Desk extends RunningHost {
  dataDir: string
  runtime: Runtime
  /** Meta is simulated in this process, with the demo's number. */
  simulatesCloud: boolean
}

const WEB = path.join(__dirname, '../../../web/dist')

interface Database {
  server: PostgresServer
  /** Secret from which the services' role passwords are derived. */
  roleSecret: string | undefined
}

/* The built-in one belongs to the data folder, which one process claims. */
const isOnlyWriter = ({ postgres }: StandaloneConfig): boolean => postgres.kind !== 'server'

/* Stopped in reverse order, also when a later step fails. */
class Steps implements Running {
  private readonly steps: Running[] = []

  keep<T extends Running>(step: T): T {
    this.steps.push(step)
    return step
  }

  async stop(): Promise<void> {
    for (const step of this.steps.splice(0).reverse()) await step.stop()
  }
}

async function startPostgres(
  { postgres, backups, engines }: StandaloneConfig,
  folder: DataFolder,
  steps: Steps,
  report: Report,
): Promise<Database> {
  if (postgres.kind === 'server') return postgres
  report.step('Starting the database …')
  const password = fileSecrets(folder.secrets).keep('POSTGRES_PASSWORD')
  const archivesWal = backups?.isContinuous === true
  let backup: ContinuousBackup | undefined
  // After Postgres, which finishes its last WAL when it stops.
  steps.keep({ stop: async () => backup?.finish() })
  const { admin, archive } = steps.keep(
    await startEmbeddedPostgres({
      dataDir: folder.postgres,
      password,
      archivesWal,
      log: (message) => report.step(message),
    }),
  )
  if (backups?.isContinuous) {
    const media = engines.s3 ? undefined : folder.media
    const source = {
      admin,
      ...archive,
      secrets: folder.secrets,
      secretVariables: readSecretVariables(),
      media,
    }
    backup = await ContinuousBackup.open(source, backups.folder)
    steps.keep(backup.start())
  }
  return { server: admin, roleSecret: password }
}

function openRuntime(
  config: StandaloneConfig,
  folder: DataFolder,
  { server, roleSecret }: Database,
): Runtime {
  return createRuntime({
    postgres: server,
    morePrimaries: config.morePrimaries,
    ...(roleSecret === undefined ? {} : { roleSecret }),
    // One process per data folder, so a restarted desk takes over its own leases at once.
    owner: 'standalone',
    isOnlyWriter: isOnlyWriter(config),
    rpc: unixSocketAddresses(folder.socketFolder, config.hasReflection),
    engines: openEngines({
      settings: config.engines,
      clientName: 'balcao-standalone',
      mediaFolder: folder.media,
      mediaReserveBytes: config.http.uploadLimits.reserveBytes,
      rateLimitFactor: config.http.rateLimitFactor,
    }),
    mailer: createMailer(config.mail, (fields, message) => standaloneLog.info(fields, message)),
    mediaSecret: config.mediaSecret,
    publicUrl: config.publicUrl,
    poolSize: config.poolSize,
  })
}

const logCloudError = (error: unknown): void =>
  standaloneLog.error({ err: error }, 'the simulated Cloud API failed')

/** Starts listener, database, migrations and six services. @throws an error with one line for the operator; everything started is stopped then. */
export async function startDesk(
  config: StandaloneConfig,
  services: ServiceConfigs,
  report: Report,
): Promise<Desk> {
  const steps = new Steps()
  try {
    steps.keep(await startTelemetry('balcao-standalone'))
    const listener = await openHttpListener(config.host, config.port)
    steps.keep({ stop: () => listener.stop() })
    const opsListener = await openHttpListener(config.ops.host, config.ops.port, 'OPS_PORT or OPS_HOST')
    steps.keep({ stop: () => opsListener.stop() })
    const folder = steps.keep(await claimDataFolder(config.dataDir))
    const postgres = await startPostgres(config, folder, steps, report)
    const runtime = openRuntime(config, folder, postgres)
    steps.keep({ stop: () => runtime.close() })
    const simulatedCloud = services.messagingGateway.simulatesCloud
      ? steps.keep(await startSimulatedCloud(listener.url, logCloudError))
      : undefined
    report.step('Starting the services …')
    const host = await runServices({
      runtime,
      listener,
      opsListener,
      hasOpenProbes: true,
      // Other settings refuse to start with demo accounts.
      ...(config.isLoopbackDemo ? { isLocalOnly: () => hasDemoLogins(runtime.portsFor('auth').db) } : {}),
      metrics: {
        token: config.metricsToken,
        withoutToken: config.isLoopbackDemo ? 'this machine' : 'no one',
      },
      services: allServices(services, runtime.portsFor, simulatedCloud),
      migrations: 'run',
      ...(existsSync(path.join(WEB, 'index.html')) ? { webFolder: WEB } : {}),
      http: {
        ...config.http,
        edge: {
          rateLimits: runtime.engines.rateLimits,
          uploadDir: folder.uploads,
          maxUploadBytes: config.http.maxUploadBytes,
          uploadLimits: config.http.uploadLimits,
        },
      },
    })
    steps.keep(host)
    publishAddresses(config.dataDir, { ...runtime.rpc.targets, ops: opsListener.url })
    return {
      ...host,
      runtime,
      simulatesCloud: simulatedCloud !== undefined,
      dataDir: config.dataDir,
      stop: () => steps.stop(),
    }
  } catch (error) {
    await steps.stop()
    throw error
  }
}
