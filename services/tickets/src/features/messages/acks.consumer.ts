import { isCase } from '@balcao/contracts/wire'
import type { Subscription } from '@balcao/kernel'

import { ACKS_GROUP, applyAck } from './apply-ack'
import type { MessageDeps } from './message-deps'

/** Ticks: what the gateway says became of our messages. */
export const acksConsumer = (deps: MessageDeps): Subscription => ({
  group: ACKS_GROUP,
  topic: 'messaging',
  cases: ['outboundChanged'],
  handle: async ({ event }) => {
    if (isCase(event, 'outboundChanged')) await applyAck(deps, event, event.body.value)
  },
})
