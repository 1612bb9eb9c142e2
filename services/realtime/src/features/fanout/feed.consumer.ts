import { allTopics, listCases } from '@balcao/contracts/wire'
import type { Subscription } from '@balcao/kernel'

import { signals } from '../../signals'
import { isEmitted } from './emissions'
import { recordEvent, type FeedDeps } from './record-event'

/**
 * One group per topic, `realtime.feed-tickets` and so on: each has its own position and dead events, and an
 * event is claimed under its group's name.
 */
export const feedConsumers = (deps: FeedDeps & { now: () => Date }): Subscription[] =>
  allTopics
    .filter((topic) => topic !== 'realtime')
    .map((topic) => ({ group: `realtime.feed-${topic}`, topic, cases: listCases(topic).filter(isEmitted) }))
    .filter(({ cases }) => cases.length > 0)
    .map(({ group, topic, cases }) => ({
      group,
      topic,
      cases,
      handle: async ({ event }) => {
        await recordEvent(deps, group, event)
        signals.feedDelayed(deps.now().getTime() - event.occurredAt.getTime())
      },
    }))
