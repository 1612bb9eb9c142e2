import type { Tx } from '@balcao/kernel'

import { changeTicket, type TicketDeps } from '../tickets'
import { announceContact } from './contact-events'
import type { Contact, ContactStore, FormerIdentity, Identity, UndoneMerge } from './contact.store'
import { resolveContact, type ResolveContactRequest } from './resolve-contact'

interface Deps extends TicketDeps {
  contacts: ContactStore
}

/** Merges the contacts these identities name, as a message that carries both would. Creates no contact. */
export async function linkContacts(deps: Deps, tx: Tx, request: ResolveContactRequest): Promise<void> {
  const known = await deps.contacts.listByIdentities(tx, request.companyId, request.identities)
  if (known.length > 0) await resolveContact(deps, tx, request)
}

/** Announces a restored contact, then moves its tickets back, so that consumers know the contact when they hear of its tickets. */
export async function restoreContact(
  deps: Deps,
  tx: Tx,
  kept: Contact,
  { contact, ticketIds, closed }: UndoneMerge,
): Promise<void> {
  const { companyId, id } = contact
  await announceContact(deps, tx, companyId, { id, created: true })
  for (const ticket of await deps.tickets.lockMany(tx, companyId, ticketIds))
    if (ticket.contactId === kept.id)
      await changeTicket(deps, tx, ticket, {
        command: {
          kind: 'change-contact',
          contactId: id,
          closes: false,
          restores: closed.find((before) => before.id === ticket.id)?.state,
        },
      })
}

/* What it was known by, where nothing is left that it is known by: the merge followed from another number of the person. */
async function reclaimFormer(
  deps: Deps,
  tx: Tx,
  { companyId, id }: Contact,
  left: readonly Identity[],
): Promise<FormerIdentity[]> {
  if (left.some(({ kind }) => kind !== 'lid')) return []
  const claimed: FormerIdentity[] = []
  for (const identity of await deps.contacts.listFormer(tx, companyId, id))
    if (await deps.contacts.claimIdentity(tx, companyId, id, identity)) claimed.push(identity)
  return claimed
}

/** The number that a contact has once a merge is undone: the merged contact's moved back with it. */
export async function settleNumber(deps: Deps, tx: Tx, kept: Contact, now: Date): Promise<void> {
  const left = await deps.contacts.listIdentities(tx, kept.companyId, kept.id)
  const claimed = await reclaimFormer(deps, tx, kept, left)
  if (left.some(({ kind }) => kind === 'phone')) return
  const former = claimed.find(({ kind }) => kind === 'phone')
  const number = former ? former.number || former.value : ''
  if (number !== kept.number) await deps.contacts.save(tx, { ...kept, number, updatedAt: now })
}

/**
 * Number and privacy id are two people again from now on. When contacts were merged by that link, the merged one comes back under
 * its own id, with its identities, extra information, notes and tickets that were moved then and are still here. Not
 * undone: a ticket that the merge closed stays closed, and what was written since stays in the ticket it was written in.
 * When nothing had been merged, the contact loses the privacy id, and the next message under it creates another contact.
 */
export async function unlinkContacts(deps: Deps, tx: Tx, request: ResolveContactRequest): Promise<void> {
  const { companyId, identities, now } = request
  const known = await deps.contacts.listByIdentities(tx, companyId, identities)
  const [first] = known
  if (!first || known.length < 2 || known.some(({ contact }) => contact.id !== first.contact.id)) return
  const kept = first.contact
  await deps.tickets.lockEveryUnclosed(tx, companyId, { contactId: kept.id })
  const undone = await deps.contacts.undoMerge(tx, kept, identities, now)
  if (undone) await restoreContact(deps, tx, kept, undone)
  else
    for (const { kind } of identities)
      if (kind !== 'phone') await deps.contacts.releaseIdentity(tx, companyId, kept.id, kind)
  await settleNumber(deps, tx, kept, now)
  await announceContact(deps, tx, companyId, { id: kept.id, created: false })
}
