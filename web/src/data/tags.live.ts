import type { TagEvent, TagView } from '@balcao/contracts'

import { onFeed, type FeedContext } from './live/handlers'
import { toFeedContext } from './live/query-context'
import { COUNTED_TAGS, tagsApi } from './tags.api'
import { patchTagOfTickets, patchTickets } from './tickets.live'

const byName = (left: TagView, right: TagView) => left.name.localeCompare(right.name)

/** All tags after an event, by name. */
export const applyTagEvent = (tags: TagView[], event: TagEvent): TagView[] =>
  event.action === 'delete'
    ? tags.filter((tag) => tag.id !== event.tagId)
    : [...tags.filter((tag) => tag.id !== event.tag.id), event.tag].sort(byName)

const patchTags = (event: TagEvent, context: FeedContext) => {
  const { dispatch, getState } = context
  const { data } = tagsApi.endpoints.listAllTags.select(undefined)(getState())
  if (data) dispatch(tagsApi.util.updateQueryData('listAllTags', undefined, () => applyTagEvent(data, event)))
  dispatch(tagsApi.util.invalidateTags([{ type: 'Tag', id: COUNTED_TAGS }]))
  patchTagOfTickets(event, context)
}

tagsApi.enhanceEndpoints({
  endpoints: {
    createTag: {
      onQueryStarted: async (_body, { queryFulfilled, ...lifecycle }) => {
        const answer = await queryFulfilled.catch(() => null)
        if (answer) patchTags({ action: 'create', tag: answer.data }, toFeedContext(lifecycle))
      },
    },
    updateTag: {
      onQueryStarted: async (_sent, { queryFulfilled, ...lifecycle }) => {
        const answer = await queryFulfilled.catch(() => null)
        if (answer) patchTags({ action: 'update', tag: answer.data }, toFeedContext(lifecycle))
      },
    },
    deleteTag: {
      onQueryStarted: async (tagId, { queryFulfilled, ...lifecycle }) => {
        const answer = await queryFulfilled.catch(() => null)
        if (answer) patchTags({ action: 'delete', tagId }, toFeedContext(lifecycle))
      },
    },
    syncTags: {
      onQueryStarted: async ({ ticket, tags }, { queryFulfilled, ...lifecycle }) => {
        patchTickets({ action: 'update', ticket: { ...ticket, tags } }, toFeedContext(lifecycle))
        const answer = await queryFulfilled.catch(() => null)
        patchTickets({ action: 'update', ticket: answer?.data ?? ticket }, toFeedContext(lifecycle))
      },
    },
  },
})

onFeed('tag', patchTags)
