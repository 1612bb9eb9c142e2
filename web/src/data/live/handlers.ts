import type { ChannelName, ChannelPayloads } from '@balcao/contracts'

import type { RootState } from '../root-reducer'
import type { DeskDispatch } from '../store'

export interface FeedContext {
  dispatch: DeskDispatch
  getState: () => RootState
}

export type FeedHandler<N extends ChannelName> = (event: ChannelPayloads[N], context: FeedContext) => void

type Registry = { [N in ChannelName]?: Set<FeedHandler<N>> }

const registry: Registry = {}

/**
 * Listens to one channel of the company's feed; `<resource>.live.ts` files call it once, when they load.
 * Events come in the order of their `seq`, each once, from the socket and from a catch-up alike: a handler must not
 * depend on which. Returns an unsubscribe function.
 */
export const onFeed = <N extends ChannelName>(channel: N, handler: FeedHandler<N>): (() => void) => {
  const handlers: Set<FeedHandler<N>> = (registry[channel] as Set<FeedHandler<N>> | undefined) ?? new Set()
  Object.assign(registry, { [channel]: handlers })
  handlers.add(handler)
  return () => handlers.delete(handler)
}

/** Calls the listeners of an event. One that throws is reported and does not stop the others. */
export const applyEvent = <N extends ChannelName>(
  channel: N,
  event: ChannelPayloads[N],
  context: FeedContext,
): void => {
  for (const handler of (registry[channel] as Set<FeedHandler<N>> | undefined) ?? []) {
    try {
      handler(event, context)
    } catch (error) {
      reportError(error)
    }
  }
}
