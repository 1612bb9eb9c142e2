import type { Clock, Database, EventLog, Ids, SessionDirectory } from '@balcao/kernel'

import type { ConnectionStore } from '../connections'
import type { SettingsReader } from '../settings'
import type { CustomerTexts } from './customer-texts.port'
import type { TicketLogStore } from './ticket-log.store'
import type { TicketStore } from './ticket.store'
import type { TrackingStore } from './tracking.store'

/** Ports of the use cases around tickets. */
export interface TicketDeps {
  db: Database
  events: EventLog
  clock: Clock
  ids: Ids
  sessions: SessionDirectory
  settings: SettingsReader
  tickets: TicketStore
  log: TicketLogStore
  trackings: TrackingStore
  connections: ConnectionStore
  texts: CustomerTexts
}
