import type { BotQueue, CompanyId, QueueId } from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

export type { BotQueue }

export interface BotQueues {
  queues: readonly BotQueue[]
  /** The files of their greetings and options; a `BotMedia`'s path is the key of one. */
  files: readonly Media[]
}

/** Queues as a bot goes by them. Rows of another company are not found. */
export interface BotQueueStore {
  /** Those that exist of these, by their order, then id. */
  list(tx: Tx, companyId: CompanyId, ids: readonly QueueId[]): Promise<BotQueues>
}
