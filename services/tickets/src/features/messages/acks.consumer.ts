import { isCase } from '@balcao/contracts/wire'
import type { Subscription } from '@balcao/kernel'

import { ACKS_GROUP, applyAck } from './apply-ack'
import type { MessageDeps } from './message-deps'
import { receiveReaction } from './receive-reaction'

/** Ticks: what the gateway says became of our messages; and the emojis that customers put to them. */
export const acksConsumer = (deps: MessageDeps): Subscription => ({
  group: ACKS_GROUP,
  topic: 'messaging',
  cases: ['outboundChanged', 'messageReacted'],
  handle: async ({ event }) => {
    if (isCase(event, 'outboundChanged')) await applyAck(deps, event, event.body.value)
    // Its target may have got its name from the ack before: only here is that certain to be applied already.
    else if (isCase(event, 'messageReacted') && event.body.value.fromMe)
      await receiveReaction(deps, event, event.body.value, ACKS_GROUP)
  },
})
