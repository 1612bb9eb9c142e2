import { connectionId, messageId } from '@balcao/contracts'
import type { CampaignMessageSending, DeskEvent } from '@balcao/contracts/wire'
import { cleanText } from '@balcao/kernel'

import { phoneIdentity } from '../contacts'
import { appendMessages, type CampaignMessage, type MessageDeps } from '../messages'
import { describeFound } from '../tickets'
import { transactWithCopies } from './file-copies'
import { INBOUND_GROUP } from './receive-message'
import { draftHeld } from './show-campaigns'

function toCampaignMessage(
  { companyId }: DeskEvent,
  value: CampaignMessageSending,
  now: Date,
): CampaignMessage {
  const id = messageId(value.messageId)
  return {
    id,
    companyId,
    connectionId: connectionId(value.connectionId),
    phone: phoneIdentity(value.number).value,
    campaignId: value.campaignId,
    fromMe: true,
    waId: value.waId,
    remoteJid: value.remoteJid,
    kind: value.kind,
    ack: 0,
    failure: '',
    asks: value.answers?.asks ?? false,
    opensTicket: value.answers?.opensTicket ?? false,
    optOutWords: value.answers?.optOutWords ?? [],
    document: {
      id,
      body: cleanText(value.body),
      media: value.media,
      vcard: '',
      senderName: cleanText(value.answers?.campaignName ?? ''),
    },
    sentAt: value.sentAt ?? now,
  }
}

/**
 * A campaign's message that is being sent: shown in the contact's unclosed ticket, else held until they write. Opens no ticket.
 */
export async function receiveCampaignMessage(
  deps: MessageDeps,
  event: DeskEvent,
  value: CampaignMessageSending,
): Promise<void> {
  const { companyId } = event
  const now = deps.clock.now()
  const sent = toCampaignMessage(event, value, now)
  await transactWithCopies(deps, companyId, async (tx, copies) => {
    if (!(await deps.inbox.claim(tx, INBOUND_GROUP, event.eventId))) return
    const identities = [phoneIdentity(value.number)]
    const [ticket] = await deps.tickets.lockUnclosedOfPerson(tx, companyId, identities, sent.connectionId)
    const news = await deps.messages.takePendingAck(tx, companyId, sent.id)
    if (news?.ack === -1) return
    const known = { ...sent, ack: news?.ack ?? 0 }
    if (!(await deps.campaignMessages.insert(tx, known)) || !ticket) return
    const drafts = await draftHeld(deps, tx, companyId, { known: [known], copies })
    await appendMessages(deps, tx, describeFound(ticket), { drafts })
  })
}
