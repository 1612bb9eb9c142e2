import type { CompanyId } from '@balcao/contracts'

import type { UserImports } from '@balcao/auth/service'
import type { CampaignImports, ScheduleImports } from '@balcao/campaigns/service'
import type { ConnectionImports } from '@balcao/messaging-gateway/service'
import type { SystemImports } from '@balcao/tickets/service'

import type { ImportLog } from './import-log'
import type { SourceFiles } from './source-files'
import type { ImportSource } from './source.port'

/** What the services write with. */
export interface DeskImports {
  tickets: SystemImports
  users: UserImports
  connections: ConnectionImports
  schedules: ScheduleImports
  campaigns: CampaignImports
}

export interface ImportContext extends DeskImports {
  companyId: CompanyId
  source: ImportSource
  log: ImportLog
  /** Undefined: files are not brought. */
  files: SourceFiles | undefined
  /** Names of connections here by names of the other system's. */
  connectionNames: ReadonlyMap<string, string>
  /** Of a dry run: their connections that would be made, by name. */
  judgedConnections: Map<string, string>
  /** Author of what has none: the company's first administrator. */
  administratorId: number
  now: Date
  /** Whole tickets are written in one transaction: as many as have about so many messages. */
  messagesAtOnce: number
  onProgress(done: { tickets: number; messages: number }): void
}
