import type { CompanyId, CompanyLocale } from '@balcao/contracts'
import type {
  BlobStore,
  Clock,
  Database,
  EventLog,
  Ids,
  Inbox,
  Pause,
  PendingBlobs,
  RpcClients,
  SessionDirectory,
} from '@balcao/kernel'

import type { ScheduleStore } from './schedule.store'

export interface ScheduleDeps {
  db: Database
  schedules: ScheduleStore
  events: EventLog
  inbox: Inbox
  sessions: SessionDirectory
  rpc: Pick<RpcClients, 'billing' | 'messaging' | 'tickets'>
  blobs: BlobStore
  pendingBlobs: PendingBlobs
  /** The zone and language of what variables say. */
  localeOf(companyId: CompanyId): Promise<CompanyLocale>
  clock: Clock
  pause: Pause
  ids: Ids
}
