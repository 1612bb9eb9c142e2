import type { ContactId } from '@balcao/contracts'
import { AppError, type Session } from '@balcao/kernel'

import { ticketDeleted } from '../tickets'
import type { ContactDeps } from './contact-deps'
import { contactDeleted } from './contact-events'

/** Deletes a contact with its tickets and messages. @throws {AppError} ERR_NO_CONTACT_FOUND */
export async function deleteContact(deps: ContactDeps, session: Session, id: ContactId): Promise<void> {
  const { companyId } = session
  await deps.db.withTenant(companyId, async (tx) => {
    const contact = await deps.contacts.lockById(tx, companyId, id)
    if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
    const tickets = await deps.tickets.lockAllOfContact(tx, companyId, id)
    await deps.contacts.delete(tx, companyId, id)
    await deps.events.append(tx, [
      ...tickets.map((ticket) => ticketDeleted(deps, ticket)),
      contactDeleted(deps, companyId, id),
    ])
  })
}
