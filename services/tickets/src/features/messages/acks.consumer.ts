import { isCase, type DeskEvent, type OutboundChanged } from '@balcao/contracts/wire'
import type { Subscription } from '@balcao/kernel'

import { ACKS_GROUP, applyAck, applyCampaignAck } from './apply-ack'
import type { MessageDeps } from './message-deps'
import { receiveReaction } from './receive-reaction'
import { revertRequest } from './revert-request'
import { showFirstPage } from './show-first-page'

async function applyOutboundChange(
  deps: MessageDeps,
  event: DeskEvent,
  news: OutboundChanged,
): Promise<void> {
  const isReverted = news.ack === -1 && (await revertRequest(deps, event, news.messageId))
  if (!isReverted) await applyAck(deps, event, news)
}

/** What becomes of our messages: acks, customers' reactions, and the first pages of the files that are sent. */
export const acksConsumer = (deps: MessageDeps): Subscription => ({
  group: ACKS_GROUP,
  topic: 'messaging',
  cases: ['outboundChanged', 'outboundPageDrawn', 'messageReacted'],
  handle: async ({ event }) => {
    if (isCase(event, 'outboundChanged') && event.body.value.campaignId !== 0)
      await applyCampaignAck(deps, event, event.body.value)
    else if (isCase(event, 'outboundChanged')) await applyOutboundChange(deps, event, event.body.value)
    else if (isCase(event, 'outboundPageDrawn')) await showFirstPage(deps, event, event.body.value)
    // Its target may have got its name from the ack before: only here is that certain to be applied already.
    else if (isCase(event, 'messageReacted') && event.body.value.fromMe)
      await receiveReaction(deps, event, event.body.value, ACKS_GROUP)
  },
})
