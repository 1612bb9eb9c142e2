import { connectionId, type Language } from '@balcao/contracts'
import type { DeskEvent, MessageReceived } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

import { findSoleQueue } from '../connections'
import { appendMessages, toWaIdentity, type MessageDeps } from '../messages'
import { customerWords, findTicket, type CustomerText, type OpenedTicket } from '../tickets'
import { chatIdentities, buildDocument, buildDraft, INBOUND_GROUP } from './receive-message'

/* `message` kind of a call that rings; the network's own call log, which may follow, has its own text. */
const isRinging = ({ body }: MessageReceived): boolean => ['', 'voice', 'video'].includes(body)

/* A call that we made ourselves, one to a whole group, or one that was answered when it rang gets no answer. */
function listCallAnswers(value: MessageReceived, language: Language): CustomerText[] {
  if (value.fromMe || value.isGroup || !isRinging(value)) return []
  const { automatic, callsRefused } = customerWords[language]
  return [{ body: `${automatic}\n\n${callsRefused}` }]
}

async function findCallersTicket(
  deps: MessageDeps,
  tx: Tx,
  event: DeskEvent,
  value: MessageReceived,
): Promise<OpenedTicket | undefined> {
  const { companyId } = event
  const [known] = await deps.contacts.listByIdentities(tx, companyId, chatIdentities(value))
  if (!known) return undefined
  const id = connectionId(value.connectionId)
  const queueId = findSoleQueue(await deps.connections.find(tx, companyId, id))
  return findTicket(deps, tx, {
    companyId,
    contact: known.contact,
    connectionId: id,
    reopenWith: value.fromMe ? undefined : { kind: 'reopen-for-customer', queueId },
  })
}

/**
 * A call the company does not take is noted in the caller's ticket (a closed one waits again, however old) and answered
 * with a text, once a call. It opens no ticket: nothing is stored of a caller without one. Companies that take calls
 * answer them on the phone, and nothing is noted.
 */
export async function receiveCall(
  deps: MessageDeps,
  event: DeskEvent,
  value: MessageReceived,
): Promise<void> {
  const { companyId } = event
  const { refusesCalls, language } = await deps.settings.of(companyId)
  if (!refusesCalls) return
  const now = deps.clock.now()
  const document = buildDocument(event, value, undefined)
  await deps.documents.put(companyId, [document])
  await deps.texts.transact(companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, INBOUND_GROUP, event.eventId))) return
    if (await deps.messages.findByIdentity(tx, companyId, toWaIdentity(value))) return
    const opened = await findCallersTicket(deps, tx, event, value)
    if (opened) {
      const answers = listCallAnswers(value, language)
      await appendMessages(deps, tx, opened, [buildDraft(value, document, now)], { answers, bot: undefined })
    }
  })
}
