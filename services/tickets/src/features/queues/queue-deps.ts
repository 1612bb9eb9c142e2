import type { CompanyId } from '@balcao/contracts'
import type { BlobStore, PendingBlobs } from '@balcao/kernel'

import type { IntegrationStore } from '../integrations'
import type { PromptStore } from '../prompts'
import type { TicketDeps } from '../tickets'
import type { QueueOptionStore } from './queue-option.store'
import type { QueueStore } from './queue.store'

export interface QueueDeps extends TicketDeps {
  queues: QueueStore
  queueOptions: QueueOptionStore
  prompts: Pick<PromptStore, 'find'>
  integrations: Pick<IntegrationStore, 'find'>
  blobs: BlobStore
  pendingBlobs: PendingBlobs
  maxUploadBytes: number
  /** How many queues the company's plan allows. */
  queueLimit(companyId: CompanyId): Promise<number>
}
