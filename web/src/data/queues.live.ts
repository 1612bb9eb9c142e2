import type { QueueEvent, QueueView } from '@balcao/contracts'

import type { FeedContext } from './live/handlers'
import { onFeedOverAnswers } from './live/over-answers'
import { queuesApi } from './queues.api'

const byOrder = (left: QueueView, right: QueueView) =>
  left.orderQueue - right.orderQueue || left.id - right.id

/** All queues after an event, by their order. */
export const applyQueueEvent = (queues: QueueView[], event: QueueEvent): QueueView[] =>
  event.action === 'delete'
    ? queues.filter((queue) => queue.id !== event.queueId)
    : [...queues.filter((queue) => queue.id !== event.queue.id), event.queue].sort(byOrder)

const patchQueues = (event: QueueEvent, { dispatch, getState }: FeedContext) => {
  const { data } = queuesApi.endpoints.listQueues.select(undefined)(getState())
  if (data)
    dispatch(queuesApi.util.updateQueryData('listQueues', undefined, () => applyQueueEvent(data, event)))
}

queuesApi.enhanceEndpoints({
  endpoints: { listQueues: { onQueryStarted: onFeedOverAnswers('queue', patchQueues) } },
})
