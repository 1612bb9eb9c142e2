import type { QuickMessageEvent, QuickMessageView } from '@balcao/contracts'

import { onFeed, type FeedContext } from './live/handlers'
import { onFeedOverAnswers } from './live/over-answers'
import { SEARCHED_QUICK_MESSAGES, quickMessagesApi } from './quick-messages.api'

const byShortcode = (left: QuickMessageView, right: QuickMessageView) =>
  left.shortcode.localeCompare(right.shortcode) || left.id - right.id

/** What the composer offers after an event; inactive ones are not offered. */
export const applyQuickMessageEvent = (
  offered: QuickMessageView[],
  event: QuickMessageEvent,
): QuickMessageView[] => {
  const id = event.action === 'delete' ? event.id : event.record.id
  const others = offered.filter((quickMessage) => quickMessage.id !== id)
  return event.action === 'delete' || !event.record.status
    ? others
    : [...others, event.record].sort(byShortcode)
}

const patchOffered = (event: QuickMessageEvent, { dispatch, getState }: FeedContext) => {
  const { data } = quickMessagesApi.endpoints.listAllQuickMessages.select(undefined)(getState())
  if (data)
    dispatch(
      quickMessagesApi.util.updateQueryData('listAllQuickMessages', undefined, () =>
        applyQuickMessageEvent(data, event),
      ),
    )
}

quickMessagesApi.enhanceEndpoints({
  endpoints: { listAllQuickMessages: { onQueryStarted: onFeedOverAnswers('quickMessage', patchOffered) } },
})

onFeed('quickMessage', (_event, { dispatch }) => {
  dispatch(quickMessagesApi.util.invalidateTags([{ type: 'quick-messages', id: SEARCHED_QUICK_MESSAGES }]))
})
