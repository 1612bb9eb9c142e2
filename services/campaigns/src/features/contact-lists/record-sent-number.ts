import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { ContactListDeps } from './contact-list-deps'
import { contactListItemChanged } from './contact-list-events'
import { recordCheck } from './contact-list-item'

const NOT_ON_WHATSAPP = ['ERR_WAPP_NOT_ON_WHATSAPP', 'ERR_WAPP_INVALID_CONTACT']

/**
 * Notes in the company's lists what a message told about a number that was not checked: it is on WhatsApp when the message was
 * accepted, and not when it failed for that reason. Anything else tells nothing.
 */
export async function recordSentNumber(
  deps: Pick<ContactListDeps, 'contactListItems' | 'events' | 'clock' | 'ids'>,
  tx: Tx,
  { companyId, numberKey }: { companyId: CompanyId; numberKey: string },
  { ack, failure }: { ack: number; failure: string },
): Promise<void> {
  const isMissing = NOT_ON_WHATSAPP.includes(failure)
  if (ack <= 0 && !isMissing) return
  const unchecked = await deps.contactListItems.lockUncheckedByNumber(tx, companyId, numberKey)
  for (const item of unchecked) {
    const checked = recordCheck(item, { exists: !isMissing, number: item.number }, deps.clock.now())
    await deps.contactListItems.save(tx, checked)
    await deps.events.append(tx, [contactListItemChanged(deps, checked)])
  }
}
