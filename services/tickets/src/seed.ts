import { defaultBusinessHours, type CompanyId } from '@balcao/contracts'
import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import type { ServicePorts } from '@balcao/kernel'

import { PgQueueStore, PgTagStore } from './adapters/postgres'
import { nameKey } from './features/queues'

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
    await store.lockCompany(tx, companyId)
    const known = await store.list(tx, companyId)
    const ids = new Map<string, number>()
    for (const [index, { name, color, greetingMessage = '' }] of queues.entries()) {
      const there = known.find((queue) => nameKey(queue.name) === nameKey(name))
      const queue =
        there ??
        (await store.insert(tx, companyId, {
          name,
          color,
          greetingMessage,
          outOfHoursMessage: '',
          orderQueue: index + 1,
          schedules: [...defaultBusinessHours],
          promptId: undefined,
          integrationId: undefined,
          timeZone: undefined,
          media: undefined,
        }))
      ids.set(name, queue.id)
      if (!there)
        await ports.events.append(tx, [
          deskEvent(ports, companyId, orderingKeys.queue(queue.id), 'queueChanged', { queue }),
        ])
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
  const store = new PgTagStore()
  return ports.db.withTenant(companyId, async (tx) => {
    const ids = new Map<string, number>()
    for (const { name, color, kanban = 0 } of tags) {
      const { tag, created } = await store.findOrCreate(tx, companyId, {
        name,
        color,
        kanban,
        userId: undefined,
      })
      ids.set(name, tag.id)
      if (created)
        await ports.events.append(tx, [
          deskEvent(ports, companyId, orderingKeys.tag(tag.id), 'tagChanged', { tag, created }),
        ])
    }
    return ids
  })
}
