import type { CompanyId } from '@balcao/contracts'
import type { ServicePorts } from '@balcao/kernel'

import { PgQueueStore } from './adapters/postgres/pg-queue-store'
import { PgTagStore } from './adapters/postgres/pg-tag-store'
import { nameKey, queueChanged, readQueueFields } from './features/queues'
import { findOrCreateTag } from './features/tags'

export interface SeededQueue {
  name: string
  color: string
  greetingMessage?: string
}

export interface SeededTag {
  name: string
  color: string
  kanban?: 0 | 1
}

type Ports = Pick<ServicePorts, 'db' | 'events' | 'ids' | 'clock'>

/** Ids by name. Queues that are there already keep what they are; the plan's limit is not asked. Idempotent. */
export async function seedQueues(
  ports: Ports,
  companyId: CompanyId,
  queues: readonly SeededQueue[],
): Promise<Map<string, number>> {
  const store = new PgQueueStore()
  return ports.db.withTenant(companyId, async (tx) => {
    store.lockCompany(tx, companyId)
    const known = await store.list(tx, companyId)
    const ids = new Map<string, number>()
    for (const [index, { name, color, greetingMessage = '' }] of queues.entries()) {
      const there = known.find((queue) => nameKey(queue.name) === nameKey(name))
      const queue =
        there ??
        (await store.insert(
          tx,
          companyId,
          readQueueFields({ name, color, greetingMessage, outOfHoursMessage: '', orderQueue: index + 1 }),
        ))
      ids.set(name, queue.id)
      if (!there) await ports.events.append(tx, [queueChanged(ports, companyId, queue)])
    }
    return ids
  })
}

/** Ids by name. Idempotent. */
export async function seedTags(
  ports: Ports,
  companyId: CompanyId,
  tags: readonly SeededTag[],
): Promise<Map<string, number>> {
  const deps = { ...ports, tags: new PgTagStore() }
  return ports.db.withTenant(companyId, async (tx) => {
    const ids = new Map<string, number>()
    for (const { name, color, kanban = 0 } of tags) {
      const wanted = { name, color, kanban, userId: undefined }
      const { tag } = await findOrCreateTag(deps, tx, companyId, wanted)
      ids.set(name, tag.id)
    }
    return ids
  })
}
