import { isCase, type DeskEvent } from '@balcao/contracts/wire'
import type { Subscription } from '@balcao/kernel'

import { receiveReaction } from '../messages'
import { fillPlaceholder } from './fill-placeholder'
import { receiveCampaignMessage } from './receive-campaign-message'
import { receiveCall } from './receive-call'
import { receiveNumberChange } from './receive-number-change'
import { receiveMedia, receiveMediaWait } from './receive-media'
import { INBOUND_GROUP, receiveMessage, type InboundDeps } from './receive-message'
import { reviseMessage } from './revise-message'
import { resolvePerson } from './resolve-person'

async function handle(deps: InboundDeps, event: DeskEvent): Promise<void> {
  if (isCase(event, 'messageReceived')) {
    const receive = event.body.value.kind === 'call_log' ? receiveCall : receiveMessage
    await receive(deps, event, event.body.value)
  } else if (isCase(event, 'messageRevised')) await reviseMessage(deps, event, event.body.value)
  else if (isCase(event, 'messageReacted'))
    await receiveReaction(deps, event, event.body.value, INBOUND_GROUP)
  else if (isCase(event, 'messageMediaArrived')) await receiveMedia(deps, event, event.body.value)
  else if (isCase(event, 'messageMediaWaitChanged')) await receiveMediaWait(deps, event, event.body.value)
  else if (isCase(event, 'placeholderFilled')) await fillPlaceholder(deps, event, event.body.value)
  else if (isCase(event, 'campaignMessageSending'))
    await receiveCampaignMessage(deps, event, event.body.value)
  else if (isCase(event, 'conversationsMerged')) await resolvePerson(deps, event, event.body.value)
  else if (isCase(event, 'customerNumberChanged')) await receiveNumberChange(deps, event, event.body.value)
}

/** What arrives on a phone, and what campaigns send to it, in the order of each chat. */
export const inboundConsumer = (deps: InboundDeps): Subscription => ({
  group: INBOUND_GROUP,
  topic: 'messaging',
  cases: [
    'messageReceived',
    'messageRevised',
    'messageReacted',
    'messageMediaArrived',
    'messageMediaWaitChanged',
    'placeholderFilled',
    'conversationsMerged',
    'customerNumberChanged',
    'campaignMessageSending',
  ],
  handle: ({ event }) => handle(deps, event),
})
