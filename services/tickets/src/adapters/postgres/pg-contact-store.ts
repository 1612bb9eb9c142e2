import { contactId, ticketId, type CompanyId, type ContactId, type ContactMergeView } from '@balcao/contracts'
import type { ContactSnapshot } from '@balcao/contracts/wire'
import { AppError, type Tx } from '@balcao/kernel'
import { execute, query, sql } from '@balcao/platform'

import type {
  Contact,
  ContactFilter,
  ContactPage,
  ContactPageRequest,
  ContactStore,
  ExportedContact,
  ExtraInfo,
  FormerIdentity,
  Identity,
  KnownIdentity,
  NewContact,
  NewPerson,
  NumberChange,
  UndoneMerge,
} from '../../features/contacts/contact.store'
import { listContactsAfter, readContactNames, readContactPage } from './pg-contact-page'
import { insertPeople } from './pg-insert-people'
import { listContactWords } from './contact-words'
import { contacts } from './contact-table'
import { listChats, eraseTraces, listFormerIds } from './pg-contact-erasure'
import { mapContactSnapshotRow, contactSnapshots } from './pg-contact-snapshots'
import { queueErasuresOfTickets } from './pg-erasures'
import { leaveIdentities, listFormer } from './pg-former-identities'
import { listKnown, listWriters } from './pg-known-identities'
import { findNumberChange, logNumberChange } from './pg-number-changes'
import {
  contactOfLog,
  listMerges,
  currentIds,
  findMerge,
  lastMergeInto,
  moveToKept,
  undoMerge,
  type MergeLog,
} from './pg-merge-contacts'

export class PgContactStore implements ContactStore {
  find(tx: Tx, companyId: CompanyId, id: ContactId): Promise<Contact | undefined> {
    return contacts.findFirst(tx, sql`WHERE company_id = ${companyId} AND id = ${id}`)
  }

  lock(tx: Tx, companyId: CompanyId, id: ContactId): Promise<Contact | undefined> {
    return contacts.findFirst(tx, sql`WHERE company_id = ${companyId} AND id = ${id} FOR NO KEY UPDATE`)
  }

  listByIdentities(tx: Tx, companyId: CompanyId, identities: readonly Identity[]): Promise<KnownIdentity[]> {
    return listKnown(tx, companyId, identities)
  }

  listWriters(
    tx: Tx,
    companyId: CompanyId,
    identities: readonly Identity[],
    writtenAt: Date,
  ): Promise<KnownIdentity[]> {
    return listWriters(tx, companyId, identities, writtenAt)
  }

  listIdentities(tx: Tx, companyId: CompanyId, id: ContactId): Promise<Identity[]> {
    return query<Identity & Record<string, unknown>>(
      tx,
      sql`SELECT kind, value FROM contact_identities WHERE company_id = ${companyId} AND contact_id = ${id} ORDER BY kind, value`,
    )
  }

  async insert(tx: Tx, companyId: CompanyId, contact: NewContact): Promise<Contact> {
    const [row] = await query(
      tx,
      sql`WITH c AS (${contacts.insertion({ ...contact, companyId })} RETURNING *),
        words AS (
          INSERT INTO contact_words (company_id, contact_id, word)
          SELECT c.company_id, c.id, new.word FROM c, unnest(${listContactWords(contact)}::text[]) AS new (word))
        SELECT ${contacts.columns} FROM c`,
    )
    if (!row) throw new AppError('ERR_INTERNAL', { detail: 'a contact was not inserted' })
    return contacts.read(row)
  }

  insertAll(
    tx: Tx,
    companyId: CompanyId,
    people: readonly NewPerson[],
    now: Date,
  ): Promise<Map<string, ContactId>> {
    return insertPeople(tx, companyId, people, now)
  }

  listAfter(
    tx: Tx,
    companyId: CompanyId,
    after: ExportedContact | undefined,
    most: number,
  ): Promise<ExportedContact[]> {
    return listContactsAfter(tx, companyId, after, most)
  }

  async save(tx: Tx, contact: Contact): Promise<void> {
    const { companyId, id } = contact
    await contacts.update(tx, contact, sql`WHERE company_id = ${companyId} AND id = ${id}`)
    await this.replaceWords(tx, contact)
  }

  private async replaceWords(tx: Tx, contact: Contact): Promise<void> {
    const { companyId, id } = contact
    const words = listContactWords(contact)
    await execute(
      tx,
      sql`DELETE FROM contact_words WHERE company_id = ${companyId} AND contact_id = ${id} AND NOT (word = ANY (${words}::text[]))`,
    )
    await execute(
      tx,
      sql`INSERT INTO contact_words (company_id, contact_id, word)
        SELECT ${companyId}::int, ${id}::bigint, unnest(${words}::text[]) ON CONFLICT DO NOTHING`,
    )
  }

  async claimIdentity(
    tx: Tx,
    companyId: CompanyId,
    id: ContactId,
    { kind, value }: Identity,
  ): Promise<boolean> {
    const claimed = await execute(
      tx,
      sql`INSERT INTO contact_identities (company_id, kind, value, contact_id)
        VALUES (${companyId}, ${kind}, ${value}, ${id}) ON CONFLICT DO NOTHING`,
    )
    if (claimed > 0) return true
    const own = await query(
      tx,
      sql`SELECT 1 FROM contact_identities WHERE company_id = ${companyId} AND kind = ${kind} AND value = ${value} AND contact_id = ${id}`,
    )
    return own.length > 0
  }

  async releaseIdentity(tx: Tx, companyId: CompanyId, id: ContactId, kind: Identity['kind']): Promise<void> {
    await execute(
      tx,
      sql`DELETE FROM contact_identities WHERE company_id = ${companyId} AND contact_id = ${id} AND kind = ${kind}`,
    )
  }

  leaveIdentities(
    tx: Tx,
    companyId: CompanyId,
    id: ContactId,
    { identities, leftAt }: { identities: readonly FormerIdentity[]; leftAt: Date },
  ): Promise<void> {
    return leaveIdentities(tx, companyId, id, { identities, leftAt })
  }

  listFormer(tx: Tx, companyId: CompanyId, id: ContactId): Promise<FormerIdentity[]> {
    return listFormer(tx, companyId, id)
  }

  logNumberChange(tx: Tx, companyId: CompanyId, id: ContactId, change: NumberChange): Promise<void> {
    return logNumberChange(tx, companyId, id, change)
  }

  findNumberChange(tx: Tx, companyId: CompanyId, id: ContactId): Promise<NumberChange | undefined> {
    return findNumberChange(tx, companyId, id)
  }

  async discard(tx: Tx, companyId: CompanyId, id: ContactId): Promise<void> {
    await execute(tx, sql`DELETE FROM contacts WHERE company_id = ${companyId} AND id = ${id}`)
  }

  async replaceExtraInfo(
    tx: Tx,
    companyId: CompanyId,
    id: ContactId,
    extraInfo: readonly ExtraInfo[],
  ): Promise<void> {
    // Kept rows keep their ids; an id of another contact's row gets a new one.
    const kept = extraInfo.flatMap((info) => (info.id === undefined ? [] : [info.id]))
    await execute(
      tx,
      sql`DELETE FROM contact_extra_info WHERE company_id = ${companyId} AND contact_id = ${id} AND NOT (id = ANY (${kept}::int[]))`,
    )
    for (const { id: infoId, name, value } of extraInfo) {
      const update = sql`UPDATE contact_extra_info SET name = ${name}, value = ${value}
        WHERE company_id = ${companyId} AND contact_id = ${id} AND id = ${infoId}`
      if (infoId !== undefined && (await execute(tx, update)) > 0) continue
      await execute(
        tx,
        sql`INSERT INTO contact_extra_info (company_id, contact_id, name, value) VALUES (${companyId}, ${id}, ${name}, ${value})`,
      )
    }
  }

  moveToKept(
    tx: Tx,
    kept: Contact,
    merged: Contact,
    log: Parameters<ContactStore['moveToKept']>[3],
  ): Promise<void> {
    return moveToKept(tx, kept, merged, log)
  }

  async undoMergeOf(
    tx: Tx,
    kept: Contact,
    mergedId: ContactId,
    { since, now }: { since: Date; now: Date },
  ): Promise<UndoneMerge | undefined> {
    const log = await findMerge(tx, kept, mergedId, since)
    return log && this.undo(tx, kept, log, now)
  }

  findCurrent(tx: Tx, companyId: CompanyId, id: ContactId): Promise<Contact | undefined> {
    return contacts.findFirst(
      tx,
      sql`WHERE company_id = ${companyId} AND id IN (${currentIds(companyId, id)})`,
    )
  }

  async undoMerge(
    tx: Tx,
    kept: Contact,
    identities: readonly Identity[],
    now: Date,
  ): Promise<UndoneMerge | undefined> {
    const log = await lastMergeInto(tx, kept, identities)
    return log && this.undo(tx, kept, log, now)
  }

  private async undo(tx: Tx, kept: Contact, log: MergeLog, now: Date): Promise<UndoneMerge> {
    const contact = contactOfLog(kept.companyId, log)
    await this.restore(tx, contact)
    await undoMerge(tx, kept, log, now)
    const closed = (log.merged.closed ?? []).map(({ id, state }) => ({ id: ticketId(id), state }))
    return { contact, ticketIds: (log.merged.tickets ?? []).map(ticketId), closed }
  }

  async areKeptApart(tx: Tx, companyId: CompanyId, ids: readonly ContactId[]): Promise<boolean> {
    const undone = await query(
      tx,
      sql`SELECT 1 FROM contact_merges WHERE company_id = ${companyId} AND undone_at IS NOT NULL
        AND kept_id = ANY (${ids}::bigint[]) AND merged_id = ANY (${ids}::bigint[]) LIMIT 1`,
    )
    return undone.length > 0
  }

  /* With the id it had: links and logs name it. */
  private async restore(tx: Tx, contact: Contact): Promise<void> {
    await execute(tx, contacts.insertion(contact, { id: contact.id }))
    await this.replaceWords(tx, contact)
  }

  listMerges(tx: Tx, companyId: CompanyId, keptId: ContactId, since: Date): Promise<ContactMergeView[]> {
    return listMerges(tx, companyId, keptId, since)
  }

  listFormerIds(tx: Tx, companyId: CompanyId, id: ContactId): Promise<number[]> {
    return listFormerIds(tx, companyId, id)
  }

  listChats(tx: Tx, companyId: CompanyId, id: ContactId): Promise<string[]> {
    return listChats(tx, companyId, id)
  }

  async delete(tx: Tx, companyId: CompanyId, id: ContactId): Promise<void> {
    await eraseTraces(tx, companyId, id, await listChats(tx, companyId, id))
    const tickets = await query<{ id: number }>(
      tx,
      sql`SELECT id FROM tickets WHERE company_id = ${companyId} AND contact_id = ${id}`,
    )
    await queueErasuresOfTickets(
      tx,
      companyId,
      tickets.map((ticket) => ticketId(ticket.id)),
    )
    await this.discard(tx, companyId, id)
  }

  async findSnapshots(
    tx: Tx,
    companyId: CompanyId,
    ids: readonly ContactId[],
  ): Promise<Map<ContactId, ContactSnapshot>> {
    const rows = await query(
      tx,
      sql`${contactSnapshots} WHERE c.company_id = ${companyId} AND c.id = ANY (${ids}::bigint[])`,
    )
    const snapshots = rows.map(mapContactSnapshotRow)
    return new Map(snapshots.map((snapshot) => [contactId(snapshot.id), snapshot]))
  }

  page(tx: Tx, companyId: CompanyId, filter: ContactFilter, page: ContactPageRequest): Promise<ContactPage> {
    return readContactPage(tx, companyId, filter, page)
  }

  listNames(
    tx: Tx,
    companyId: CompanyId,
    words: readonly string[],
    most: number,
  ): Promise<{ id: number; name: string; number: string }[]> {
    return readContactNames(tx, companyId, words, most)
  }
}
