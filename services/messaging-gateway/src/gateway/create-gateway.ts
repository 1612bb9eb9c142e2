import type { Job, Service, ServicePorts } from '@balcao/kernel'
import { createHttpEdge, createSealer, detectMimeType, openWebhookHttp } from '@balcao/platform'

import { httpLinkPages } from '../adapters/http-link-pages'
import { WorkerMediaPreviews } from '../adapters/media/worker-media-previews'
import { pgUnfinishedWork } from '../adapters/postgres/pg-unfinished-work-store'
import { pgSignalVaultStore } from '../adapters/postgres/pg-signal-vault-store'
import { BaileysDriver } from '../adapters/whatsapp/baileys/baileys-driver'
import { baileysTimes } from '../adapters/whatsapp/baileys/settings'
import { GraphClient } from '../adapters/whatsapp/cloud/graph-client'
import { httpWebClient } from '../adapters/whatsapp/http-web-client'
import { gatewayCompanyExport } from '../company-export'
import type { MessagingGatewayConfig } from '../config'
import { ClientVersions } from '../features/client-version'
import { webVersionJob } from '../features/client-version/web-version.job'
import { sweepSignupsJob } from '../features/cloud-signup/cloud-signup.job'
import { gatewayCompanyErasure } from '../features/erasure/erase-company'
import { emptyFinishedJob } from '../features/erasure/empty-finished.job'
import { deliveryReportJobs } from '../features/delivery-reports/delivery-reports.job'
import { sweepFilesJob } from '../features/external-api/sweep-files.job'
import { announceConnectionsJob } from '../features/connections/announce-connections.job'
import { sweepJob } from '../features/external-api/sweep.job'
import { messagingRpc } from '../features/lookups/messaging.rpc'
import { numberChecksJob } from '../features/lookups/number-checks.job'
import { readImageSize } from '../features/inbound'
import { oldRowsJob } from '../features/old-rows/old-rows.job'
import { sweepNetworkEventsJob } from '../features/network-events/network-events.job'
import { LinkPreviews } from '../features/link-previews'
import { createCompanySetting, joinSupervisors, pendingWork, startSupervisor } from '../features/sessions'
import { sessionEndsJob } from '../features/sessions/session-ends.job'
import { PeerNudges } from '../features/sharding'
import { createSignalVault } from '../features/signal-vault'
import { messagingGatewayMigrations } from '../migrations'
import { signals } from '../signals'
import { addCloudDriver, startEventWorkers } from './cloud'
import { createConsumers, createForgetConnections } from './consumers'
import { type GatewayParts, createNumberChecks, createSessionDirectory, createStores } from './parts'
import { addRoutes, addSimulator } from './routes'
import { createPeerHandlers, supervisorDeps } from './sessions'
import type { GatewayTuning } from './tuning'

function createParts(
  config: MessagingGatewayConfig,
  ports: ServicePorts,
  tuning: GatewayTuning,
): GatewayParts {
  const drivers = new Map((tuning.drivers ?? []).map((driver) => [driver.provider, driver]))
  const stores = createStores()
  const clientVersions = new ClientVersions({
    ...ports,
    webVersions: stores.webVersions,
    webClient: httpWebClient(config.webClientUrl),
    pinned: config.webVersion,
    signals,
  })
  const previews = new WorkerMediaPreviews(
    { imageSize: readImageSize },
    { thread: tuning.mediaThread, ffmpeg: config.ffmpeg },
  )
  const linkPreviews = new LinkPreviews({
    pages: httpLinkPages(tuning.linkOrigins),
    previews,
    cache: ports.cache,
    isWanted: createCompanySetting(ports, 'linkPreviews', signals.settingsUnavailable),
    signals,
  })
  const parts: GatewayParts = {
    config,
    ports,
    stores,
    drivers,
    clientVersions,
    previews,
    linkPreviews,
    webhookHttp: openWebhookHttp(config.integrationOrigins),
    sealer: createSealer(config.sealKey, 'messaging-gateway'),
    nudges: new PeerNudges(ports),
    graph: new GraphClient({
      ...config.graph,
      ...(tuning.simulatedCloud && { origin: tuning.simulatedCloud.url }),
    }),
    eventWorker: undefined,
    network: undefined,
    simulatedCloud: undefined,
    officialPhone: undefined,
    supervisor: undefined,
    findSupervisor: () => parts.supervisor,
  }
  return parts
}

/** The vault of session keys, and the driver for real phones, which stores its keys there. */
function addRealDriver(parts: GatewayParts, tuning: GatewayTuning): Job {
  const { config, ports, drivers, clientVersions, previews } = parts
  const vault = createSignalVault({
    ...ports,
    store: pgSignalVaultStore,
    keyRing: config.vaultKeys,
    rotateAfterMs: config.vaultRotateAfterMs,
    signals,
  })
  if (!drivers.has('beta')) {
    const settings = { ...config.whatsapp, times: { ...baileysTimes, ...tuning.baileysTimes } }
    drivers.set(
      'beta',
      new BaileysDriver(settings, vault.vaults, {
        imageSize: readImageSize,
        previews,
        clientVersion: () => clientVersions.readForLogin(),
      }),
    )
  }
  return vault.job
}

const createJobs = ({ ports, stores, clientVersions, webhookHttp, sealer }: GatewayParts): Job[] => {
  const { db, clock } = ports
  return [
    sweepJob({ db, clock, requests: stores.requests, readMarks: stores.readMarks }),
    emptyFinishedJob({ db, clock, erasures: stores.erasures }),
    oldRowsJob({ db, oldRows: stores.oldRows }),
    webVersionJob({ db, clock, webVersions: stores.webVersions, clientVersions }),
    sessionEndsJob({ db, clock, ...stores }),
    numberChecksJob({ db, clock, numberChecks: stores.numberChecks }),
    sweepFilesJob(ports),
    ...deliveryReportJobs({
      ...ports,
      reports: stores.reports,
      webhookHttp,
      sealer,
      onReported: signals.deliveryReported,
      onReportFailed: signals.deliveryReportFailed,
    }),
    sweepNetworkEventsJob({ db, clock, networkEvents: stores.networkEvents }),
    sweepSignupsJob({ db, clock, cloudSignups: stores.cloudSignups }),
    announceConnectionsJob({ ...ports, connections: stores.connections }),
  ]
}

/** @param tuning of tests and of a demo on one machine */
export function createGateway(
  config: MessagingGatewayConfig,
  ports: ServicePorts,
  tuning: GatewayTuning = {},
): Service {
  const parts = createParts(config, ports, tuning)
  const edge = createHttpEdge(ports, 'messaging-gateway')
  addSimulator(parts, edge, tuning)
  addRoutes(parts, edge)
  const vaultJob = addRealDriver(parts, tuning)
  addCloudDriver(parts, tuning)
  return {
    name: 'messaging-gateway',
    http: edge.router,
    rpc: [
      messagingRpc(
        {
          ...createNumberChecks(parts),
          directory: createSessionDirectory(parts),
          identify: detectMimeType,
        },
        createPeerHandlers(parts),
      ),
    ],
    consumers: createConsumers(parts),
    jobs: [...createJobs(parts), vaultJob],
    migrations: messagingGatewayMigrations,
    companyErasure: gatewayCompanyErasure({
      ...ports,
      ...parts.stores,
      forgetConnections: createForgetConnections(parts),
    }),
    companyExport: gatewayCompanyExport(ports.db),
    start: async () => {
      await parts.officialPhone?.start()
      const deps = supervisorDeps(parts, tuning)
      const supervisor = joinSupervisors(
        ports.primaries.map(({ db, leases }) => startSupervisor({ ...deps, db, leases })),
      )
      parts.supervisor = supervisor
      const events = startEventWorkers(parts, tuning)
      parts.eventWorker = events
      const stop = async () => {
        await events.stop()
        await supervisor.stop()
        await parts.officialPhone?.stop()
        await parts.previews.close()
      }
      return { stop }
    },
    pending: () =>
      pendingWork({
        db: ports.db,
        unfinishedWork: pgUnfinishedWork,
        drivers: parts.drivers,
        supervisor: parts.findSupervisor,
      }),
  }
}
