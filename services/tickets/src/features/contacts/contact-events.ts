import type { CompanyId, ContactId } from '@balcao/contracts'
import { deskEvent, orderingKeys, type ContactSnapshot, type DeskEvent } from '@balcao/contracts/wire'
import { AppError, type Clock, type EventLog, type Ids, type Tx } from '@balcao/kernel'

import type { ContactStore, Identity } from './contact.store'

interface Deps {
  contacts: ContactStore
  events: EventLog
  ids: Ids
  clock: Clock
}

/** Appends `contactChanged` with the contact as the transaction sees it, and returns that snapshot. */
export async function announceContact(
  deps: Deps,
  tx: Tx,
  companyId: CompanyId,
  { id, created }: { id: ContactId; created: boolean },
): Promise<ContactSnapshot> {
  const contact = (await deps.contacts.findSnapshots(tx, companyId, [id])).get(id)
  if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
  await deps.events.append(tx, [
    deskEvent(deps, orderingKeys.contact(companyId, id), 'contactChanged', { contact, created }),
  ])
  return contact
}

export const contactDeleted = (
  stamp: Pick<Deps, 'ids' | 'clock'>,
  companyId: CompanyId,
  id: ContactId,
  mergedInto?: ContactId,
): DeskEvent =>
  deskEvent(stamp, orderingKeys.contact(companyId, id), 'contactDeleted', {
    contactId: id,
    mergedIntoId: mergedInto ?? 0,
  })

export const contactErased = (
  stamp: Pick<Deps, 'ids' | 'clock'>,
  companyId: CompanyId,
  { id, identities, formerIds }: { id: ContactId; identities: readonly Identity[]; formerIds: number[] },
): DeskEvent =>
  deskEvent(stamp, orderingKeys.contact(companyId, id), 'contactErased', {
    contactId: id,
    identities: [...identities],
    formerIds,
  })
