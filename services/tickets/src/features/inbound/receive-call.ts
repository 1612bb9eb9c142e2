import { connectionId } from '@balcao/contracts'
import { OutboundLane, type DeskEvent, type MessageReceived } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

import { onlyQueueOf } from '../connections'
import {
  appendMessages,
  isOutbound,
  outgoingDrafts,
  requestOutbound,
  targetOf,
  type Draft,
  type MessageDeps,
} from '../messages'
import { findTicket, reopenedByCustomer, type OpenedTicket } from '../tickets'
import { chatIdentities, documentOf, draftOf, INBOUND_GROUP } from './receive-message'

export const CALLS_REFUSED =
  '*Mensagem Automática:*\n\nAs chamadas de voz e vídeo estão desabilitadas para esse WhatsApp, favor enviar uma mensagem de texto. Obrigado.'

/* What rings says only this; the log that the network may write afterwards says it in words. */
const isRinging = ({ body }: MessageReceived): boolean => ['', 'voice', 'video'].includes(body)

/* Nobody answers a call that we made ourselves, one to a whole group, or one that was answered when it rang. */
function answersTo(deps: MessageDeps, value: MessageReceived, now: Date): Draft[] {
  if (value.fromMe || value.isGroup || !isRinging(value)) return []
  return outgoingDrafts(deps.ids, [{ body: CALLS_REFUSED }], {
    source: 'service',
    clientIds: [],
    userId: undefined,
    senderName: '',
    now,
  })
}

async function ticketOf(
  deps: MessageDeps,
  tx: Tx,
  event: DeskEvent,
  value: MessageReceived,
): Promise<OpenedTicket | undefined> {
  const { companyId } = event
  const [known] = await deps.contacts.byIdentities(tx, companyId, chatIdentities(value))
  if (!known) return undefined
  const id = connectionId(value.connectionId)
  const queueId = onlyQueueOf(await deps.connections.byId(tx, companyId, id))
  return findTicket(
    deps,
    tx,
    {
      companyId,
      contact: known.contact,
      connectionId: id,
      reopened: (closed) => (value.fromMe ? undefined : reopenedByCustomer(closed, queueId)),
    },
    deps.clock.now(),
  )
}

/**
 * A call the company does not take is noted in the caller's ticket (a closed one waits again, however old) and answered
 * with a text, once a call. It opens no ticket: a caller who never wrote leaves no trace. Companies that take calls
 * answer them on the phone, and nothing is noted.
 */
export async function receiveCall(
  deps: MessageDeps,
  event: DeskEvent,
  value: MessageReceived,
): Promise<void> {
  const { companyId } = event
  if (!(await deps.settings.of(companyId)).refusesCalls) return
  const now = deps.clock.now()
  const document = documentOf(event, value, undefined)
  const drafts = [draftOf(value, document, now), ...answersTo(deps, value, now)]
  await deps.documents.put(
    companyId,
    drafts.map((draft) => draft.document),
  )
  await deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, INBOUND_GROUP, event.eventId))) return
    if (await deps.messages.byIdentity(tx, companyId, targetOf(value))) return
    const opened = await ticketOf(deps, tx, event, value)
    if (!opened) return
    const appended = await appendMessages(deps, tx, opened, drafts, now)
    const messages = appended.messages.filter(isOutbound)
    if (messages.length > 0)
      await requestOutbound(deps, tx, { ...appended, messages }, OutboundLane.OUTBOUND_LANE_AGENT)
  })
}
