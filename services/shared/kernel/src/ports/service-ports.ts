import type { Clock } from '../time/clock'
import type { Pause } from '../time/pause'
import type { BlobStore } from './blob-store.port'
import type { Cache } from './cache.port'
import type { Database } from './database.port'
import type { EventLog, Inbox } from './event-log.port'
import type { Ids } from './ids.port'
import type { Leases } from './leases.port'
import type { Mailer } from './mailer.port'
import type { MediaCookies } from './media-cookies.port'
import type { MediaLinks } from './media-links.port'
import type { Peers, Self } from './peers.port'
import type { PendingBlobs } from './pending-blobs.port'
import type { Presence } from './presence.port'
import type { Primary } from './primaries.port'
import type { RpcClients } from './rpc-clients.port'
import type { SessionDirectory } from './session-directory.port'
import type { TokenVerifier } from './token-verifier.port'

/** The ports of a service. Database, events, inbox, leases, pending blobs and sessions are bound to its own schema. */
export interface ServicePorts {
  db: Database
  /** Where this service's rows are: on the first primary, and those of companies on the further ones too, where there are several. */
  primaries: readonly [Primary, ...Primary[]]
  /** Of the installation, whichever of them this service has rows on. */
  primaryNames: readonly string[]
  events: EventLog
  inbox: Inbox
  leases: Leases
  cache: Cache
  presence: Presence
  blobs: BlobStore
  pendingBlobs: PendingBlobs
  mailer: Mailer
  mediaLinks: MediaLinks
  mediaCookies: MediaCookies
  sessions: SessionDirectory
  tokens: TokenVerifier
  rpc: RpcClients
  self: Self
  peers: Peers
  clock: Clock
  pause: Pause
  ids: Ids
  /** Origin under which browsers and programs reach the desk; '' where it is not set. */
  publicUrl: string
}
