import type { BusinessHoursView } from './business-hours'
import type { listQueuesQuery, queueBody, queuePatchBody } from './queues.http'
import { type Sent, route } from './route'

export interface QueueRefView {
  id: number
  name: string
  color: string
}

export interface QueueView extends QueueRefView {
  greetingMessage: string
  outOfHoursMessage: string
  orderQueue: number
  schedules: BusinessHoursView[]
  promptId: number | null
  integrationId: number | null
  companyId: number
}

export const queueRoutes = {
  listQueues: route('get', '/queue').with<{ query: Sent<typeof listQueuesQuery>; answer: QueueView[] }>(),
  getQueue: route('get', '/queue/:queueId').with<{ answer: QueueView }>(),
  createQueue: route('post', '/queue').with<{ body: Sent<typeof queueBody>; answer: QueueView }>(),
  updateQueue: route('put', '/queue/:queueId').with<{
    body: Sent<typeof queuePatchBody>
    answer: QueueView
  }>(),
  deleteQueue: route('delete', '/queue/:queueId').with<{ answer: undefined }>(),
}
