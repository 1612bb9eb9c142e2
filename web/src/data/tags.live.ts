import type { TagEvent, TagView } from '@balcao/contracts'

import { onFeed, type FeedContext } from './live/handlers'
import { onFeedOverAnswers } from './live/over-answers'
import { toFeedContext } from './live/query-context'
import { COUNTED_TAGS, tagsApi } from './tags.api'
import { patchTagOfTickets, patchTickets } from './tickets.live'

const byName = (left: TagView, right: TagView) => left.name.localeCompare(right.name)

/** All tags after an event, by name. */
export const applyTagEvent = (tags: TagView[], event: TagEvent): TagView[] =>
  event.action === 'delete'
    ? tags.filter((tag) => tag.id !== event.tagId)
    : [...tags.filter((tag) => tag.id !== event.tag.id), event.tag].sort(byName)

/** The lanes of the kanban after an event, by id. */
export const applyLaneEvent = (lanes: TagView[], event: TagEvent): TagView[] => {
  const id = event.action === 'delete' ? event.tagId : event.tag.id
  const others = lanes.filter((lane) => lane.id !== id)
  if (event.action === 'delete' || event.tag.kanban !== 1) return others
  return [...others, event.tag].sort((left, right) => left.id - right.id)
}

const patchLists = (event: TagEvent, { dispatch, getState }: FeedContext) => {
  const { data } = tagsApi.endpoints.listAllTags.select(undefined)(getState())
  if (data) dispatch(tagsApi.util.updateQueryData('listAllTags', undefined, () => applyTagEvent(data, event)))
  const { data: lanes } = tagsApi.endpoints.listKanbanTags.select()(getState())
  if (lanes)
    dispatch(tagsApi.util.updateQueryData('listKanbanTags', undefined, () => applyLaneEvent(lanes, event)))
}

const followTag = (event: TagEvent, context: FeedContext) => {
  context.dispatch(tagsApi.util.invalidateTags([{ type: 'tags', id: COUNTED_TAGS }]))
  patchTagOfTickets(event, context)
}

const patchTags = (event: TagEvent, context: FeedContext) => {
  patchLists(event, context)
  followTag(event, context)
}

const keepNewer = { onQueryStarted: onFeedOverAnswers('tag', patchLists) }

tagsApi.enhanceEndpoints({
  endpoints: {
    listAllTags: keepNewer,
    listKanbanTags: keepNewer,
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

onFeed('tag', followTag)

/** Tickets change all the time: their counts are read again once for many. */
const COUNTS_AGAIN_AFTER_MS = 1_000
let again: ReturnType<typeof setTimeout> | undefined

onFeed('ticket', (_event, { dispatch }) => {
  again ??= setTimeout(() => {
    again = undefined
    dispatch(tagsApi.util.invalidateTags([{ type: 'tags', id: COUNTED_TAGS }]))
  }, COUNTS_AGAIN_AFTER_MS)
})
