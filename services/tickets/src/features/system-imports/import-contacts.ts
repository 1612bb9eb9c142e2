import type { CompanyId, ContactId } from '@balcao/contracts'
import type { Database } from '@balcao/kernel'

import type { ContactStore } from '../contacts'
import type { ImportedContact, ImportedConversationStore } from './imported-conversation.store'
import { joinedRow, madeRow } from './import-row'
import type { ImportRow, SystemImportStore } from './system-import.store'

export interface ContactBatch {
  companyId: CompanyId
  importId: number
  contacts: readonly (ImportedContact & { sourceId: string })[]
  /** Records that are left out. */
  skipped: readonly ImportRow[]
}

interface Deps {
  db: Database
  contacts: Pick<ContactStore, 'listByIdentities'>
  systemImports: SystemImportStore
  conversations: ImportedConversationStore
}

const keyOf = ({ kind, value }: { kind: string; value: string }): string => `${kind}:${value}`

function idOf(made: ReadonlyMap<string, ContactId>, uuid: string): ContactId {
  const id = made.get(uuid)
  if (id === undefined) throw new Error('A contact that was made has no id')
  return id
}

/**
 * One transaction: makes the contacts whose identities are not here, joins the others with those that are, and writes what became of
 * each. The first of several with one identity is made. Nothing of a contact that is here changes.
 */
export async function importContacts(
  deps: Deps,
  { companyId, importId, contacts, skipped }: ContactBatch,
): Promise<ImportRow[]> {
  return deps.db.withTenant(companyId, async (tx) => {
    const identities = contacts.flatMap((contact) => contact.identities)
    const known = await deps.contacts.listByIdentities(tx, companyId, identities)
    const taken = new Map<string, string | ContactId>(
      known.map(({ identity, contact }) => [keyOf(identity), contact.id]),
    )
    const owners = contacts.map((contact) => {
      const owner = contact.identities
        .map((identity) => taken.get(keyOf(identity)))
        .find((id) => id !== undefined)
      for (const identity of contact.identities)
        if (!taken.has(keyOf(identity))) taken.set(keyOf(identity), owner ?? contact.uuid)
      return { contact, owner }
    })
    const made = await deps.conversations.insertContacts(
      tx,
      companyId,
      owners.filter(({ owner }) => owner === undefined).map(({ contact }) => contact),
    )
    const rows = owners.map(({ contact, owner }) => {
      const ourId = typeof owner === 'number' ? owner : idOf(made, owner ?? contact.uuid)
      return owner === undefined
        ? madeRow('contact', contact.sourceId, ourId)
        : joinedRow('contact', contact.sourceId, ourId)
    })
    await deps.systemImports.add(tx, companyId, importId, [...rows, ...skipped])
    return rows
  })
}
