import { OutboundLane } from '@balcao/contracts/wire'

import { describeFound, type CustomerText, type CustomerTexts } from '../tickets'
import { appendMessages } from './append-messages'
import type { MessageDeps } from './message-deps'
import { draftOutgoing, requestOutbound, type OutgoingPart } from './outgoing'
import { claimMedia } from './store-uploads'

const toPart = ({ body, choices, file, transcript }: CustomerText): OutgoingPart =>
  file ? { body, media: file, transcript } : { body: body || (transcript ?? ''), choices }

/* A file has no template in its place. */
const toAutomatic = ({ text = 'other', choices, choiceIds, file }: CustomerText) =>
  file ? undefined : { text, choiceIds: [...(choiceIds ?? choices?.options.map(({ id }) => id) ?? [])] }

/** Texts as messages of the ticket, in the lane of agents. */
export function createCustomerTexts(deps: Omit<MessageDeps, 'texts'>): CustomerTexts {
  const texts: CustomerTexts = {
    async send(tx, ticket, said) {
      const drafts = draftOutgoing(deps.ids, said.map(toPart), {
        source: 'service',
        clientIds: [],
        userId: undefined,
        senderName: '',
        now: deps.clock.now(),
      })
      const files = said.flatMap(({ file }) => file ?? [])
      await claimMedia(deps, tx, ticket.companyId, files)
      const appended = await appendMessages({ ...deps, texts }, tx, describeFound(ticket), { drafts })
      await requestOutbound(deps, tx, appended, {
        lane: OutboundLane.OUTBOUND_LANE_AGENT,
        automatic: said[0] && toAutomatic(said[0]),
      })
      return appended.ticket
    },
  }
  return texts
}
