import { SECOND } from '@balcao/kernel'
import { detectMimeType } from '@balcao/platform'

import {
  createMediaReferenceCipher,
  findLastReceived,
  mediaTimes,
  placeholderTimes,
} from '../features/inbound'
import { numberCache } from '../features/lookups'
import { fillFallback } from '../features/message-templates'
import { outboundTimes } from '../features/outbound'
import {
  createCompanySetting,
  forgetCompanySettings,
  writeHold,
  type SupervisorDeps,
} from '../features/sessions'
import { peersRpc } from '../features/sessions/peers.rpc'
import { shardTimes } from '../features/sharding'
import { signals } from '../signals'
import { createChance, type GatewayParts } from './parts'
import type { GatewayTuning } from './tuning'

/* Together with closing the socket at most 4 s a session. */
const DRAIN_MS = 3 * SECOND

const STABLE_MS = 10 * SECOND

const OPENS_AT_ONCE = 40

/** Ports and settings of the session supervisor. */
export function supervisorDeps(
  { config, ports, stores, drivers, nudges, clientVersions, previews, linkPreviews }: GatewayParts,
  tuning: GatewayTuning,
): SupervisorDeps {
  return {
    ...ports,
    ...stores,
    drivers,
    nudges,
    clientVersions,
    shardTimes: { ...shardTimes, ...tuning.shardTimes },
    identify: detectMimeType,
    maxMediaBytes: config.maxMediaBytes,
    isOwnEcho: (tx, companyId, connectionId, waId) =>
      stores.outbound.isOurs(tx, companyId, connectionId, waId),
    findLastReceived: (tx, holder, chat) => findLastReceived(stores, tx, holder, chat),
    chance: createChance(ports),
    times: { ...outboundTimes, ...tuning.outboundTimes },
    mediaTimes: { ...mediaTimes, ...tuning.mediaTimes },
    placeholderTimes: { ...placeholderTimes, ...tuning.placeholderTimes },
    mediaReferences: createMediaReferenceCipher(config.waIdKey),
    campaignsPerMinute: config.campaignsPerMinute,
    campaignsPerDay: config.campaignsPerDay,
    newChats: config.newChats,
    showsTyping: config.showsTyping,
    fillFallback: (tx, unsent) => fillFallback({ ...ports, ...stores }, tx, unsent),
    writeHold: (tx, holder, hold) => writeHold({ ...ports, ...stores }, tx, holder, hold),
    numberCache: (companyId, provider) => numberCache({ ...ports, ...stores }, { companyId, provider }),
    previews,
    linkPreviews,
    acceptsCalls: createCompanySetting(ports, 'call', signals.settingsUnavailable),
    sessionTimes: { qrLimit: config.qrLimit, drainMs: DRAIN_MS, stableMs: STABLE_MS, ...tuning.sessionTimes },
    pollMs: tuning.pollMs ?? 2 * SECOND,
    opensAtOnce: tuning.opensAtOnce ?? OPENS_AT_ONCE,
  }
}

/** Answers calls from other processes of the gateway. */
export const createPeerHandlers = (parts: GatewayParts) =>
  peersRpc({
    supervisor: parts.findSupervisor,
    nudgeSupervisor: () => parts.supervisor?.nudge(),
    nudgeConnection: (connectionId) => {
      parts.supervisor?.nudgeOutbound(connectionId)
      parts.network?.wakeHere(connectionId)
    },
    settingsChanged: (companyId) => forgetCompanySettings(parts.ports, companyId),
  })
