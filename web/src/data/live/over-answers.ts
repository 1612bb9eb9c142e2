import type { ChannelName, ChannelPayloads } from '@balcao/contracts'

import { onFeed, type FeedContext, type FeedHandler } from './handlers'
import { toFeedContext } from './query-context'

/** Events of a channel that an answer on its way may not know; more than come while one is fetched. */
const RECENT_EVENTS = 200

interface Answering {
  queryFulfilled: Promise<unknown>
  dispatch: FeedContext['dispatch']
  getState(): unknown
}

/**
 * Listens to a channel with a handler that patches cached answers. The `onQueryStarted` that it returns is for the queries that
 * it patches: an answer may be older than what was heard while it was fetched, so the handler gets those events again after it.
 * @param patch the newest event about a thing wins, as in the feed.
 * @param patchAgain what is idempotent of it, when not all is.
 */
export const onFeedOverAnswers = <N extends ChannelName>(
  channel: N,
  patch: FeedHandler<N>,
  patchAgain: FeedHandler<N> = patch,
) => {
  let heardCount = 0
  let recent: { index: number; event: ChannelPayloads[N] }[] = []
  onFeed(channel, (event, context) => {
    heardCount += 1
    recent = [...recent.slice(1 - RECENT_EVENTS), { index: heardCount, event }]
    patch(event, context)
  })
  return async (_arg: unknown, { queryFulfilled, ...lifecycle }: Answering): Promise<void> => {
    const since = heardCount
    await queryFulfilled.catch(() => undefined)
    for (const { index, event } of recent) if (index > since) patchAgain(event, toFeedContext(lifecycle))
  }
}
