import { keepDigits } from '@balcao/contracts'
import type { ConversationsMerged, DeskEvent } from '@balcao/contracts/wire'
import { cleanText } from '@balcao/kernel'

import { signals } from '../../signals'
import { listIdentities, linkContacts, unlinkContacts } from '../contacts'
import type { MessageDeps } from '../messages'
import { INBOUND_GROUP } from './receive-message'

/** Links the contacts of a number and a privacy id, or unlinks them after an administrator undid the link. */
export async function resolvePerson(
  deps: MessageDeps,
  event: DeskEvent,
  { person, undone }: ConversationsMerged,
): Promise<void> {
  const { companyId } = event
  if (!person?.number || !(person.lid || person.bsuid))
    return signals.inboundIgnored({ companyId, what: 'link' })
  const request = {
    companyId,
    identities: listIdentities(person, false, ''),
    party: { name: cleanText(person.name), number: keepDigits(person.number), isGroup: false },
    now: deps.clock.now(),
  }
  await deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, INBOUND_GROUP, event.eventId))) return
    await (undone ? unlinkContacts(deps, tx, request) : linkContacts(deps, tx, request))
  })
}
