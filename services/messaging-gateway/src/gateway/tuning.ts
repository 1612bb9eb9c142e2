import type { ThreadProgram } from '../adapters/media/worker-media-previews'
import type { CloudTimes } from '../adapters/whatsapp/cloud/cloud-session'
import type { BaileysTimes } from '../adapters/whatsapp/baileys/settings'
import type { GraphServer } from '../adapters/whatsapp/graph-server'
import type { NetworkTimes } from '../adapters/whatsapp/simulated/simulated-network'
import type { MediaTimes, PlaceholderTimes } from '../features/inbound'
import type { OutboundTimes } from '../features/outbound'
import type { SessionTimes } from '../features/sessions'
import type { ShardTimes } from '../features/sharding'
import type { WhatsAppDriver } from '../features/whatsapp-driver'

/** Overrides for tests: shorter times, and drivers that are not part of the product; and what a demo on one machine has. */
export interface GatewayTuning {
  outboundTimes?: Partial<OutboundTimes>
  mediaTimes?: Partial<MediaTimes>
  placeholderTimes?: Partial<PlaceholderTimes>
  sessionTimes?: Partial<SessionTimes>
  shardTimes?: Partial<ShardTimes>
  networkTimes?: Partial<NetworkTimes>
  baileysTimes?: Partial<BaileysTimes>
  cloudTimes?: Partial<CloudTimes>
  /** Where the thread that decodes media is, in place of the built one. */
  mediaThread?: ThreadProgram
  /** Private origins whose pages may be previewed. */
  linkOrigins?: readonly string[]
  pollMs?: number
  opensAtOnce?: number
  drivers?: readonly WhatsAppDriver[]
  /** In place of Meta. Its numbers' customers are played on the simulated phone. */
  simulatedCloud?: GraphServer | undefined
}
