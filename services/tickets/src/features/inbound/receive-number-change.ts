import { connectionId, formatNumberChange, messageId } from '@balcao/contracts'
import type { CustomerNumberChanged, DeskEvent, Party } from '@balcao/contracts/wire'

import { signals } from '../../signals'
import { listIdentities, renumberContact, type Identity } from '../contacts'
import { appendMessages, buildPreview, type Draft, type MessageDeps, type MessageDocument } from '../messages'
import { findTicket } from '../tickets'
import { INBOUND_GROUP } from './receive-message'

const digits = (party: Party | undefined): string => (party?.number ?? '').replace(/\D/g, '')

const toIdentities = (party: Party | undefined): Identity[] =>
  party && (digits(party) || party.bsuid) ? listIdentities(party, false, '') : []

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

function draftNotice(event: DeskEvent, value: CustomerNumberChanged, now: Date): Draft {
  const { remoteJid, waId, before, after, changedAt = now } = value
  const document: MessageDocument = {
    id: messageId(event.eventId),
    body: formatNumberChange(digits(before), digits(after)),
    vcard: '',
    senderName: '',
  }
  return {
    document,
    message: {
      id: document.id,
      remoteJid,
      participant: '',
      fromMe: false,
      waId,
      source: 'customer',
      kind: 'numberChanged',
      preview: buildPreview(document),
      ack: 0,
      failure: '',
      // There is nothing to answer.
      read: true,
      deleted: false,
      edited: false,
      marks: [],
      mediaState: '',
      mediaWait: undefined,
      reactions: [],
      clientId: undefined,
      userId: undefined,
      createdAt: earlier(changedAt, now),
      updatedAt: now,
    },
  }
}

/**
 * A customer took another number: the contact follows, see `renumberContact`, and its ticket of the connection shows a notice, the last
 * one also when it is closed, which it stays. Safe to repeat; the order with messages of the new number does not matter.
 */
export async function receiveNumberChange(
  deps: MessageDeps,
  event: DeskEvent,
  value: CustomerNumberChanged,
): Promise<void> {
  const { companyId } = event
  const now = deps.clock.now()
  const [before, after] = [toIdentities(value.before), toIdentities(value.after)]
  if (before.length === 0 || after.length === 0)
    return signals.inboundIgnored({ companyId, what: 'number-change' })
  const number = digits(value.after)
  const changedAt = earlier(value.changedAt ?? now, now)
  await deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, INBOUND_GROUP, event.eventId))) return
    const contact = await renumberContact(deps, tx, { companyId, before, after, number, changedAt, now })
    if (!contact) return signals.inboundIgnored({ companyId, what: 'number-change' })
    const on = { companyId, contact, connectionId: connectionId(value.connectionId), reopenWith: undefined }
    const opened = await findTicket(deps, tx, on)
    if (opened) await appendMessages(deps, tx, opened, [draftNotice(event, value, now)])
  })
}
