import {
  type CompanyId,
  type CompanyLocale,
  type ContactId,
  fillVariables,
  hasVariables,
} from '@balcao/contracts'
import { type Tx } from '@balcao/kernel'

import type { MessageDeps } from './message-deps'

/** The company's zone and language when one of the texts has something to fill in. */
export const readLocale = async (
  deps: Pick<MessageDeps, 'settings'>,
  companyId: CompanyId,
  texts: readonly string[],
): Promise<CompanyLocale | undefined> => (texts.some(hasVariables) ? deps.settings.of(companyId) : undefined)

/**
 * What an agent typed, with the variables of schedules (`{{firstName}}`, `{{ms}}`, …) filled in for the ticket's contact.
 * The contact is read only when there is something to fill in.
 * @param locale what `readLocale` answered, before the transaction.
 */
export async function fillTyped(
  deps: Pick<MessageDeps, 'contacts' | 'clock'>,
  tx: Tx,
  { companyId, contactId }: { companyId: CompanyId; contactId: ContactId },
  { texts, locale }: { texts: readonly string[]; locale: CompanyLocale | undefined },
): Promise<string[]> {
  if (!locale) return [...texts]
  const contact = await deps.contacts.find(tx, companyId, contactId)
  const facts = { contactName: contact?.name ?? '', now: deps.clock.now(), locale }
  return texts.map((text) => fillVariables(text, facts))
}
