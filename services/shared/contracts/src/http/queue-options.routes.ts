import { type Sent, route } from './route'
import type {
  listQueueOptionsQuery,
  queueOptionBody,
  queueOptionPatchBody,
  uploadQueueOptionMediaBody,
} from './queue-options.http'

/** What callers may send for the parent of an option of the first level. */
export const ROOT_PARENT_ID = -1

/** Levels of an option tree. */
export const MAX_OPTION_LEVELS = 10

/** Options of one queue. */
export const MAX_QUEUE_OPTIONS = 500

/** One option of a queue's menu. Options of a queue are a tree of at most ten levels. */
export interface QueueOptionView {
  id: number
  /** The choice's name in the menu. */
  title: string
  /** Said when it is chosen; `''` says the title. */
  message: string
  /** What the customer types to choose it: a number from 1, unique among its siblings. */
  option: string
  queueId: number
  /** The option whose menu this one is in; null in the queue's first menu. */
  parentId: number | null
  /** The file that is sent with the message; both null without one. */
  mediaPath: string | null
  mediaName: string | null
}

export const queueOptionRoutes = {
  listQueueOptions: route('get', '/queue-options').with<{
    query: Sent<typeof listQueueOptionsQuery>
    answer: QueueOptionView[]
  }>(),
  createQueueOption: route('post', '/queue-options').with<{
    body: Sent<typeof queueOptionBody>
    answer: QueueOptionView
  }>(),
  updateQueueOption: route('put', '/queue-options/:queueOptionId').with<{
    body: Sent<typeof queueOptionPatchBody>
    answer: QueueOptionView
  }>(),
  deleteQueueOption: route('delete', '/queue-options/:queueOptionId').with<{ answer: { message: string } }>(),
  uploadQueueOptionMedia: route('post', '/queue-options/:queueOptionId/media-upload').with<{
    body: Sent<typeof uploadQueueOptionMediaBody>
    answer: QueueOptionView
  }>(),
  deleteQueueOptionMedia: route('delete', '/queue-options/:queueOptionId/media-upload').with<{
    answer: QueueOptionView
  }>(),
}
