import type { CompanyId, ConnectionId } from '@balcao/contracts'
import { MINUTE, SECOND } from '@balcao/kernel'
import { createEntitlements, type HttpEdge } from '@balcao/platform'

import { GraphCloudApi } from '../adapters/whatsapp/cloud/graph-cloud-api'
import { GraphSignupApi } from '../adapters/whatsapp/cloud/graph-signup-api'
import { GraphTemplateApi } from '../adapters/whatsapp/cloud/graph-template-api'
import { SimulatedDriver } from '../adapters/whatsapp/simulated/simulated-driver'
import { SimulatedNetwork } from '../adapters/whatsapp/simulated/simulated-network'
import { mountSimulatorRoutes } from '../adapters/whatsapp/simulated/simulator-routes'
import { OfficialPhone } from '../adapters/whatsapp/simulated-cloud'
import { webVersionRoutes } from '../features/client-version/web-version.routes'
import { createShowAccount } from '../features/cloud-accounts'
import { cloudAccountRoutes } from '../features/cloud-accounts/cloud-accounts.routes'
import { buildVerifyToken, toSignupView } from '../features/cloud-signup'
import { cloudSignupRoutes } from '../features/cloud-signup/cloud-signup.routes'
import { webhookRoutes, WEBHOOK_PATH } from '../features/cloud-webhook/webhook.routes'
import type { FailQueued } from '../features/connections/connection-deps'
import { connectionRoutes } from '../features/connections/connections.routes'
import { laneRoutes } from '../features/connections/lanes.routes'
import { mergeRoutes } from '../features/connections/merges.routes'
import { deliveryReportRoutes } from '../features/delivery-reports/delivery-reports.routes'
import { apiUsageRoutes } from '../features/external-api/api-usage.routes'
import { sendApiRoutes } from '../features/external-api/send-api.routes'
import { healthRoutes } from '../features/health/health.routes'
import { giveUpFiles, giveUpPlaceholders } from '../features/inbound'
import { announceOutbound } from '../features/outbound'
import { syncTemplates } from '../features/message-templates'
import { messageTemplateRoutes } from '../features/message-templates/message-templates.routes'
import { numberMoveRoutes } from '../features/number-moves/number-moves.routes'
import { signals } from '../signals'
import {
  createChance,
  createLanesDeps,
  createNumberChecks,
  type GatewayParts,
  createSessionDirectory,
  nudgeHolder,
  nudgeOutbound,
  nudgeAllProcesses,
} from './parts'
import { findSignupApp, findSignupAddresses } from './signup-app'
import { addSimulatedSdk } from './simulated-sdk'
import type { GatewayTuning } from './tuning'

export function addSimulator(parts: GatewayParts, edge: HttpEdge, tuning: GatewayTuning): void {
  const { simulator } = parts.config
  if (!simulator) return
  const { clock, ids, leases, db: desk } = parts.ports
  // Like WhatsApp, the network has no companies: its ledgers are in one place.
  const [{ db }] = parts.ports.primaries
  const tuned = tuning.networkTimes ?? { restMs: leases.isOnlyWriter ? MINUTE : undefined }
  const times = { pollMs: 5 * SECOND, qrMs: 30 * SECOND, ...tuned }
  const wakeElsewhere = (connectionId: ConnectionId) => nudgeHolder(parts, connectionId)
  const network = new SimulatedNetwork({
    db,
    desk,
    clock,
    ids,
    chance: createChance(parts.ports),
    times,
    wakeElsewhere,
  })
  parts.network = network
  if (!parts.drivers.has('simulated')) parts.drivers.set('simulated', new SimulatedDriver(network))
  const { simulatedCloud } = tuning
  parts.simulatedCloud = simulatedCloud
  parts.officialPhone = simulatedCloud && new OfficialPhone(simulatedCloud, network)
  mountSimulatorRoutes(edge, network, simulator, parts.officialPhone)
  if (simulatedCloud) addSimulatedSdk(edge, simulatedCloud)
}

/* Without it, what a deleted connection had queued would stay queued, and its credentials and events stored. */
export const createFailQueued =
  ({ ports, stores }: GatewayParts): FailQueued =>
  async (tx, companyId, connectionId) => {
    const now = ports.clock.now()
    const failed = await stores.outbound.failAll(tx, companyId, connectionId, {
      code: 'ERR_NO_WAPP_FOUND',
      at: now,
    })
    await announceOutbound({ ...ports, ...stores }, tx, failed)
    await stores.cloudAccounts.delete(tx, companyId, connectionId)
    await stores.cloudSignups.delete(tx, companyId, connectionId)
    await stores.messageTemplates.deleteOf(tx, companyId, connectionId)
    await stores.networkEvents.deleteOf(tx, companyId, connectionId)
    await giveUpFiles({ ...ports, ...stores }, tx, companyId, connectionId)
    await giveUpPlaceholders({ ...ports, ...stores }, tx, companyId, connectionId)
  }

export function addRoutes(parts: GatewayParts, edge: HttpEdge): void {
  const { ports, stores, config, drivers } = parts
  const entitlements = createEntitlements(ports)
  connectionRoutes(edge, {
    ...ports,
    connections: stores.connections,
    maxConnections: async (companyId) => (await entitlements.limits(companyId)).connections,
    defaultProvider: config.defaultProvider,
    hasDriver: (provider) => drivers.has(provider),
    directory: createSessionDirectory(parts),
    nudge: () => nudgeAllProcesses(parts),
    failQueued: createFailQueued(parts),
    queuesUnknown: signals.queuesUnknown,
  })
  laneRoutes(edge, {
    ...createLanesDeps(parts),
    nudgeOutbound: (id) => nudgeOutbound(parts, id),
  })
  webVersionRoutes(edge, parts.clientVersions)
  healthRoutes(edge, { ...createLanesDeps(parts), clientVersions: parts.clientVersions })
  const templateDeps = {
    ...ports,
    ...stores,
    sealer: parts.sealer,
    templateApi: new GraphTemplateApi(parts.graph),
  }
  const accountDeps = {
    ...ports,
    ...stores,
    cloudApi: new GraphCloudApi(parts.graph),
    sealer: parts.sealer,
    nudge: () => nudgeAllProcesses(parts),
    accountSaved: async (companyId: CompanyId, connectionId: ConnectionId) => {
      try {
        await syncTemplates(templateDeps, companyId, connectionId)
      } catch (error) {
        signals.templatesNotRead({ companyId, connectionId }, error)
      }
    },
  }
  const signupApp = findSignupApp(parts)
  const signupView = toSignupView(signupApp, config.graph.version, findSignupAddresses(parts))
  const showAccount = createShowAccount({ ...ports, ...stores, signupView })
  cloudAccountRoutes(edge, { ...accountDeps, showAccount })
  cloudSignupRoutes(edge, {
    ...accountDeps,
    signupApi: new GraphSignupApi(parts.graph),
    signupApp,
    webhookPath: WEBHOOK_PATH,
    chance: createChance(ports),
    showAccount,
  })
  numberMoveRoutes(edge, {
    ...createLanesDeps(parts),
    ...accountDeps,
    hasDriver: (provider) => drivers.has(provider),
  })
  messageTemplateRoutes(edge, templateDeps)
  webhookRoutes(edge, {
    ...ports,
    ...stores,
    sealer: parts.sealer,
    signupVerifyToken: signupApp && buildVerifyToken(signupApp),
    nudge: () => parts.eventWorker?.nudge(),
    onUnknown: signals.networkEventsUnknown,
    onStored: signals.networkEventsStored,
  })
  mergeRoutes(edge, { ...ports, ...stores })
  deliveryReportRoutes(edge, { ...ports, ...stores, webhookHttp: parts.webhookHttp, sealer: parts.sealer })
  const apiLimits = async (companyId: CompanyId) => {
    const { apiMessagesPerMinute, apiMessagesPerDay } = await entitlements.limits(companyId)
    return { perMinute: apiMessagesPerMinute, perDay: apiMessagesPerDay }
  }
  sendApiRoutes(edge, {
    ...createNumberChecks(parts),
    flags: (companyId) => entitlements.flags(companyId),
    apiLimits,
    directory: createSessionDirectory(parts),
  })
  apiUsageRoutes(edge, { ...ports, ...stores, apiLimits })
}
