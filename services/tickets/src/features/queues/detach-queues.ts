import type { CompanyId } from '@balcao/contracts'
import type { QueueSnapshot } from '@balcao/contracts/wire'
import type { ServicePorts, Tx } from '@balcao/kernel'

import { queueChanged } from './queue-events'
import type { QueueStore } from './queue.store'

export interface QueueDetachDeps extends Pick<ServicePorts, 'events' | 'ids' | 'clock'> {
  queues: QueueStore
}

type Assistant = { integrationId: number } | { promptId: number }

const detach = (queue: QueueSnapshot, assistant: Assistant): QueueSnapshot | undefined => {
  if ('promptId' in assistant)
    return queue.promptId === assistant.promptId ? { ...queue, promptId: undefined } : undefined
  return queue.integrationId === assistant.integrationId ? { ...queue, integrationId: undefined } : undefined
}

/** Takes an integration or a prompt that is about to be deleted off the company's queues, with their events. */
export async function detachQueues(
  deps: QueueDetachDeps,
  tx: Tx,
  companyId: CompanyId,
  assistant: Assistant,
): Promise<void> {
  deps.queues.lockCompany(tx, companyId)
  for (const before of await deps.queues.list(tx, companyId)) {
    const queue = detach(before, assistant)
    if (!queue) continue
    await deps.queues.save(tx, queue)
    await deps.events.append(tx, [queueChanged(deps, companyId, queue)])
  }
}
