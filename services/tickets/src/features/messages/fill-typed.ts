import type { CompanyId, ContactId } from '@balcao/contracts'
import { fillVariables, hasVariables, type Tx } from '@balcao/kernel'

import type { MessageDeps } from './message-deps'

/**
 * What an agent typed, with the variables of schedules (`{{firstName}}`, `{{ms}}`, …) filled in for the ticket's contact.
 * The contact is read only when there is something to fill in.
 */
export async function fillTyped(
  deps: Pick<MessageDeps, 'contacts' | 'clock'>,
  tx: Tx,
  { companyId, contactId }: { companyId: CompanyId; contactId: ContactId },
  texts: readonly string[],
): Promise<string[]> {
  if (!texts.some(hasVariables)) return [...texts]
  const contact = await deps.contacts.find(tx, companyId, contactId)
  const facts = { contactName: contact?.name ?? '', now: deps.clock.now() }
  return texts.map((text) => fillVariables(text, facts))
}
