import { isCase } from '@balcao/contracts/wire'
import type { Subscription } from '@balcao/kernel'

import type { MessageDeps } from '../messages'
import { INBOUND_GROUP, receiveMessage } from './receive-message'
import { reviseMessage } from './revise-message'

/** What arrives on a phone, in the order of each conversation. */
export const inboundConsumer = (deps: MessageDeps): Subscription => ({
  group: INBOUND_GROUP,
  topic: 'messaging',
  cases: ['messageReceived', 'messageRevised'],
  handle: async ({ event }) => {
    if (isCase(event, 'messageReceived')) await receiveMessage(deps, event, event.body.value)
    else if (isCase(event, 'messageRevised')) await reviseMessage(deps, event, event.body.value)
  },
})
