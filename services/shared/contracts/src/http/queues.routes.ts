import type { BusinessHoursView } from './business-hours'
import type { listQueuesQuery, queueBody, queuePatchBody, uploadQueueMediaBody } from './queues.http'
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
  /** IANA zone of the hours; null: the company's. */
  timeZone: string | null
  promptId: number | null
  integrationId: number | null
  /** Signed link to the file of the greeting. */
  mediaPath: string | null
  mediaName: string | null
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
  uploadQueueMedia: route('post', '/queue/:queueId/media-upload').with<{
    body: Sent<typeof uploadQueueMediaBody>
    answer: QueueView
  }>(),
  deleteQueueMedia: route('delete', '/queue/:queueId/media-upload').with<{ answer: QueueView }>(),
}
