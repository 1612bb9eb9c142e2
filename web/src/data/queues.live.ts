import type { QueueEvent, QueueView } from '@balcao/contracts'

import { onFeed, type FeedContext } from './live/handlers'
import { queuesApi } from './queues.api'

const byOrder = (left: QueueView, right: QueueView) =>
  left.orderQueue - right.orderQueue || left.id - right.id

/** All queues after an event, by their order. */
export const applyQueueEvent = (queues: QueueView[], event: QueueEvent): QueueView[] =>
  event.action === 'delete'
    ? queues.filter((queue) => queue.id !== event.queueId)
    : [...queues.filter((queue) => queue.id !== event.queue.id), event.queue].sort(byOrder)

onFeed('queue', (event, { dispatch, getState }: FeedContext) => {
  const { data } = queuesApi.endpoints.listQueues.select(undefined)(getState())
  if (data)
    dispatch(queuesApi.util.updateQueryData('listQueues', undefined, () => applyQueueEvent(data, event)))
})
