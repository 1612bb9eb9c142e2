import { connectionId, formatNumberChange, keepDigits, messageId } from '@balcao/contracts'
import type { CustomerNumberChanged, DeskEvent, Party } from '@balcao/contracts/wire'

import { signals } from '../../signals'
import { listIdentities, renumberContact, type Identity } from '../contacts'
import { appendMessages, type Draft, type MessageDeps, type MessageDocument } from '../messages'
import { findTicket } from '../tickets'
import { clampTime, draftArrived } from './draft-arrived'
import { INBOUND_GROUP } from './receive-message'

const digits = (party: Party | undefined): string => keepDigits(party?.number ?? '')

const toIdentities = (party: Party | undefined): Identity[] =>
  party && (digits(party) || party.bsuid) ? listIdentities(party, false, '') : []

function draftNotice(event: DeskEvent, value: CustomerNumberChanged, changedAt: Date, now: Date): Draft {
  const { remoteJid, waId, before, after } = value
  const document: MessageDocument = {
    id: messageId(event.eventId),
    body: formatNumberChange(digits(before), digits(after)),
    vcard: '',
    senderName: '',
  }
  const identity = { remoteJid, participant: '', fromMe: false, waId }
  // There is nothing to answer.
  const own = { ...identity, kind: 'numberChanged', read: true } as const
  return draftArrived(document, { ...own, createdAt: changedAt, updatedAt: now })
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
  const changedAt = clampTime(value.changedAt, now)
  await deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, INBOUND_GROUP, event.eventId))) return
    const contact = await renumberContact(deps, tx, { companyId, before, after, number, changedAt, now })
    if (!contact) return signals.inboundIgnored({ companyId, what: 'number-change' })
    const on = { companyId, contact, connectionId: connectionId(value.connectionId), reopenWith: undefined }
    const opened = await findTicket(deps, tx, on)
    if (opened)
      await appendMessages(deps, tx, opened, { drafts: [draftNotice(event, value, changedAt, now)] })
  })
}
