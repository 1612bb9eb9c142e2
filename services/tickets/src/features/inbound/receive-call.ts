import { connectionId, type Language } from '@balcao/contracts'
import type { DeskEvent, MessageReceived } from '@balcao/contracts/wire'
import { HOUR, type Tx } from '@balcao/kernel'

import { signals } from '../../signals'
import { findSoleQueue } from '../connections'
import { resolveContact } from '../contacts'
import { appendMessages, toWaIdentity, type MessageDeps } from '../messages'
import { customerWords, findOrOpenTicket, findTicket, type CustomerText, type OpenedTicket } from '../tickets'
import { chatIdentities, buildDocument, buildDraft, INBOUND_GROUP, readParty } from './receive-message'
import type { StrangerCalls } from './stranger-calls'

/* `message` kind of a call that rings; the network's own call log, which may follow, has its own text. */
const isRinging = ({ body }: MessageReceived): boolean => ['', 'voice', 'video'].includes(body)

/* One that nobody took, of a network without a phone of ours; see the gateway's `recordCall`. */
const isMissed = ({ body }: MessageReceived): boolean => body === 'missed'

/* Not a call that we made ourselves, one to a whole group, or one that the network logs after it rang. */
const cameHere = (value: MessageReceived): boolean =>
  !value.fromMe && !value.isGroup && (isRinging(value) || isMissed(value))

/* Who takes calls does so on the phone, or misses them; of one that was refused the ringing is recorded. */
function isRecorded(value: MessageReceived, refusesCalls: boolean): boolean {
  if (isMissed(value)) return !refusesCalls
  return refusesCalls || value.body === 'permission'
}

const ANSWER_EVERY_MS = HOUR

function listCallAnswers(language: Language): CustomerText[] {
  const { automatic, callsRefused } = customerWords[language]
  return [{ body: `${automatic}\n\n${callsRefused}` }]
}

export interface CallDeps extends MessageDeps {
  strangerCalls: StrangerCalls
}

/* The caller's ticket; of a stranger, and of a contact without one, a new one that waits. */
async function openCallersTicket(
  deps: CallDeps,
  tx: Tx,
  event: DeskEvent,
  value: MessageReceived,
): Promise<OpenedTicket | undefined> {
  const { companyId } = event
  const now = deps.clock.now()
  const identities = chatIdentities(value)
  const [known] = await deps.contacts.listByIdentities(tx, companyId, identities)
  const id = connectionId(value.connectionId)
  const queueId = findSoleQueue(await deps.connections.find(tx, companyId, id))
  const reopenWith = value.fromMe ? undefined : ({ kind: 'reopen-for-customer', queueId } as const)
  const found =
    known && (await findTicket(deps, tx, { companyId, contact: known.contact, connectionId: id, reopenWith }))
  if (found || !cameHere(value)) return found
  if (!deps.strangerCalls.take(id, value.remoteJid, now)) {
    signals.inboundIgnored({ companyId, what: 'call' })
    return undefined
  }
  const { contact, isNew } = known
    ? { contact: known.contact, isNew: false }
    : await resolveContact(deps, tx, { companyId, identities, party: readParty(value), now })
  return findOrOpenTicket(deps, tx, {
    companyId,
    contact: { ...contact, isNew },
    connectionId: id,
    reopenWindowMinutes: 0,
    mayReopen: () => false,
    whenNew: { status: 'pending', userId: null, queueId },
    reopenWith: undefined,
  })
}

/**
 * A call the company does not take is recorded in the caller's ticket (a closed one waits again, however old) and answered
 * with a text, not again within an hour of a call. One who calls without a ticket gets one, and a stranger a contact, unless too many of them
 * call. Companies that take calls answer them on the phone, and nothing is recorded but what was missed where there is none, and that a
 * customer may be called.
 */
export async function receiveCall(deps: CallDeps, event: DeskEvent, value: MessageReceived): Promise<void> {
  const { companyId } = event
  const { refusesCalls, language } = await deps.settings.of(companyId)
  if (!isRecorded(value, refusesCalls)) return
  const now = deps.clock.now()
  const document = buildDocument(event, value, undefined)
  await deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, INBOUND_GROUP, event.eventId))) return
    if (await deps.messages.findByIdentity(tx, companyId, toWaIdentity(value))) return
    const opened = await openCallersTicket(deps, tx, event, value)
    if (!opened) return
    const since = new Date(now.getTime() - ANSWER_EVERY_MS)
    const isTold = await deps.messages.hasCallSince(tx, companyId, opened.ticket.id, since)
    const answers = refusesCalls && cameHere(value) && !isTold ? listCallAnswers(language) : []
    await appendMessages(deps, tx, opened, { drafts: [buildDraft(value, document, now)], answers })
  })
}
