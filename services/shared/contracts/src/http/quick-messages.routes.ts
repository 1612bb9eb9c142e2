import type { Sort } from '../rules/sort'
import type { MediaView } from './messages.routes'
import type {
  listAllQuickMessagesQuery,
  listQuickMessagesQuery,
  quickMessageBody,
  quickMessagePatchBody,
  uploadQuickMessageMediaBody,
} from './quick-messages.http'
import { type Sent, route } from './route'

/** What the list of quick messages is sorted by. */
export const quickMessageSorts = ['shortcode', 'message'] as const

export type QuickMessageSort = Sort<(typeof quickMessageSorts)[number]>

export interface QuickMessageView {
  id: number
  /** Typed after a slash. */
  shortcode: string
  message: string
  /** Of all users of the company; else of its author only. */
  geral: boolean
  /** Offered in the composer. */
  status: boolean
  /** A signed link to the file; null without one. */
  mediaPath: string | null
  mediaName: string | null
  isMedia: boolean
  media: MediaView | null
  /** Its author. */
  userId: number
  companyId: number
}

export const quickMessageRoutes = {
  listQuickMessages: route('get', '/quick-messages').with<{
    query: Sent<typeof listQuickMessagesQuery>
    answer: { records: QuickMessageView[]; count: number; hasMore: boolean }
  }>(),
  listAllQuickMessages: route('get', '/quick-messages/list').with<{
    query: Sent<typeof listAllQuickMessagesQuery>
    answer: QuickMessageView[]
  }>(),
  getQuickMessage: route('get', '/quick-messages/:quickMessageId').with<{ answer: QuickMessageView }>(),
  createQuickMessage: route('post', '/quick-messages').with<{
    body: Sent<typeof quickMessageBody>
    answer: QuickMessageView
  }>(),
  updateQuickMessage: route('put', '/quick-messages/:quickMessageId').with<{
    body: Sent<typeof quickMessagePatchBody>
    answer: QuickMessageView
  }>(),
  deleteQuickMessage: route('delete', '/quick-messages/:quickMessageId').with<{
    answer: { message: string }
  }>(),
  uploadQuickMessageMedia: route('post', '/quick-messages/:quickMessageId/media-upload').with<{
    body: Sent<typeof uploadQuickMessageMediaBody>
    answer: QuickMessageView
  }>(),
  deleteQuickMessageMedia: route('delete', '/quick-messages/:quickMessageId/media-upload').with<{
    answer: QuickMessageView
  }>(),
}
