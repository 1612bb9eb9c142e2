import type { CompanyId } from '@balcao/contracts'
import { deskEvent, orderingKeys, type DeskEvent, type QueueSnapshot } from '@balcao/contracts/wire'
import type { Clock, Ids } from '@balcao/kernel'

interface Stamp {
  ids: Ids
  clock: Clock
}

/** The queue's present state. */
export const queueChanged = (stamp: Stamp, companyId: CompanyId, queue: QueueSnapshot): DeskEvent =>
  deskEvent(stamp, orderingKeys.queue(companyId, queue.id), 'queueChanged', { queue })

export const queueDeleted = (stamp: Stamp, companyId: CompanyId, queueId: number): DeskEvent =>
  deskEvent(stamp, orderingKeys.queue(companyId, queueId), 'queueDeleted', { queueId })

export const queueOptionsChanged = (stamp: Stamp, companyId: CompanyId, queueId: number): DeskEvent =>
  deskEvent(stamp, orderingKeys.queue(companyId, queueId), 'queueOptionsChanged', { queueId })
