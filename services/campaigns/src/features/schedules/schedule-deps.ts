import type {
  BlobStore,
  Clock,
  Database,
  EventLog,
  Ids,
  Inbox,
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
  rpc: Pick<RpcClients, 'tickets' | 'billing'>
  blobs: BlobStore
  pendingBlobs: PendingBlobs
  clock: Clock
  ids: Ids
}
