import { contactId, ticketId, type CompanyId, type ContactId } from '@balcao/contracts'
import type { ContactSnapshot } from '@balcao/contracts/wire'
import { AppError, type Tx } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import type {
  Contact,
  ContactFilter,
  ContactPage,
  ContactStore,
  ExtraInfo,
  Identity,
  KnownIdentity,
  NewContact,
  UndoneMerge,
} from '../../features/contacts/contact.store'
import { folded, numberWords, wordsOf } from '../../words'
import { contactNames, contactPage } from './pg-contact-page'
import {
  contactOf,
  contactSnapshotOf,
  SELECT_CONTACTS,
  type ContactRow,
  type ContactSnapshotRow,
} from './pg-contact-rows'
import { chatsOf, eraseTraces, formerContacts } from './pg-contact-erasure'
import { eraseMessagesOf } from './pg-erasures'
import { contactOfLog, lastMergeInto, moveToKept, undoMerge } from './pg-merge-contacts'

const foundBy = ({ name, number, email }: Pick<Contact, 'name' | 'number' | 'email'>): string[] => [
  ...new Set([...wordsOf(`${name} ${email}`), ...numberWords(number)]),
]

const first = (rows: ContactRow[]): Contact | undefined => (rows[0] ? contactOf(rows[0]) : undefined)

export class PgContactStore implements ContactStore {
  async byId(tx: Tx, companyId: CompanyId, id: ContactId): Promise<Contact | undefined> {
    return first(
      await query<ContactRow>(tx, 'SELECT * FROM contacts WHERE company_id = $1 AND id = $2', [
        companyId,
        id,
      ]),
    )
  }

  async lockById(tx: Tx, companyId: CompanyId, id: ContactId): Promise<Contact | undefined> {
    return first(
      await query<ContactRow>(
        tx,
        'SELECT * FROM contacts WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE',
        [companyId, id],
      ),
    )
  }

  async byIdentities(
    tx: Tx,
    companyId: CompanyId,
    identities: readonly Identity[],
  ): Promise<KnownIdentity[]> {
    const sql = `SELECT c.*, i.kind AS identity_kind, i.value AS identity_value
      FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS wanted (kind, value, place)
      JOIN contact_identities i ON i.company_id = $1 AND i.kind = wanted.kind AND i.value = wanted.value
      JOIN contacts c ON c.company_id = i.company_id AND c.id = i.contact_id ORDER BY wanted.place`
    const values = [companyId, identities.map(({ kind }) => kind), identities.map(({ value }) => value)]
    const rows = await query<ContactRow & { identity_kind: Identity['kind']; identity_value: string }>(
      tx,
      sql,
      values,
    )
    return rows.map((row) => ({
      contact: contactOf(row),
      identity: { kind: row.identity_kind, value: row.identity_value },
    }))
  }

  async identitiesOf(tx: Tx, companyId: CompanyId, id: ContactId): Promise<Identity[]> {
    const sql =
      'SELECT kind, value FROM contact_identities WHERE company_id = $1 AND contact_id = $2 ORDER BY kind, value'
    return query<Identity & Record<string, unknown>>(tx, sql, [companyId, id])
  }

  async insert(tx: Tx, companyId: CompanyId, contact: NewContact): Promise<Contact> {
    const sql = `WITH c AS (
        INSERT INTO contacts (company_id, name, name_key, named_by, number, email, picture_key, is_group, created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING *),
      words AS (INSERT INTO contact_words (company_id, contact_id, word) SELECT c.company_id, c.id, new.word FROM c, unnest($11::text[]) AS new (word))
      SELECT * FROM c`
    const { name, namedBy, number, email, pictureKey, isGroup, createdAt, updatedAt } = contact
    const inserted = first(
      await query<ContactRow>(tx, sql, [
        companyId,
        name,
        folded(name),
        namedBy,
        number,
        email,
        pictureKey,
        isGroup,
        createdAt,
        updatedAt,
        foundBy(contact),
      ]),
    )
    if (!inserted) throw new AppError('ERR_INTERNAL', { detail: 'a contact was not inserted' })
    return inserted
  }

  async save(tx: Tx, contact: Contact): Promise<void> {
    const { companyId, id, name, namedBy, number, email, pictureKey, updatedAt } = contact
    await execute(
      tx,
      `UPDATE contacts SET name = $3, name_key = $4, named_by = $5, number = $6, email = $7, picture_key = $8, updated_at = $9 WHERE company_id = $1 AND id = $2`,
      [companyId, id, name, folded(name), namedBy, number, email, pictureKey, updatedAt],
    )
    const words = foundBy(contact)
    await execute(
      tx,
      'DELETE FROM contact_words WHERE company_id = $1 AND contact_id = $2 AND NOT (word = ANY ($3::text[]))',
      [companyId, id, words],
    )
    await execute(
      tx,
      'INSERT INTO contact_words (company_id, contact_id, word) SELECT $1, $2, unnest($3::text[]) ON CONFLICT DO NOTHING',
      [companyId, id, words],
    )
  }

  async claimIdentity(
    tx: Tx,
    companyId: CompanyId,
    id: ContactId,
    { kind, value }: Identity,
  ): Promise<boolean> {
    const sql =
      'INSERT INTO contact_identities (company_id, kind, value, contact_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING'
    if ((await execute(tx, sql, [companyId, kind, value, id])) > 0) return true
    const owner =
      'SELECT 1 FROM contact_identities WHERE company_id = $1 AND kind = $2 AND value = $3 AND contact_id = $4'
    return (await query(tx, owner, [companyId, kind, value, id])).length > 0
  }

  async releaseIdentity(tx: Tx, companyId: CompanyId, id: ContactId, kind: Identity['kind']): Promise<void> {
    await execute(
      tx,
      'DELETE FROM contact_identities WHERE company_id = $1 AND contact_id = $2 AND kind = $3',
      [companyId, id, kind],
    )
  }

  async discard(tx: Tx, companyId: CompanyId, id: ContactId): Promise<void> {
    await execute(tx, 'DELETE FROM contacts WHERE company_id = $1 AND id = $2', [companyId, id])
  }

  async replaceExtraInfo(
    tx: Tx,
    companyId: CompanyId,
    id: ContactId,
    extraInfo: readonly ExtraInfo[],
  ): Promise<void> {
    // Rows that stay keep their ids; an id of another contact is not theirs to keep.
    const kept = extraInfo.flatMap((info) => (info.id === undefined ? [] : [info.id]))
    await execute(
      tx,
      'DELETE FROM contact_extra_info WHERE company_id = $1 AND contact_id = $2 AND NOT (id = ANY ($3::int[]))',
      [companyId, id, kept],
    )
    for (const { id: infoId, name, value } of extraInfo) {
      const update =
        'UPDATE contact_extra_info SET name = $4, value = $5 WHERE company_id = $1 AND contact_id = $2 AND id = $3'
      if (infoId !== undefined && (await execute(tx, update, [companyId, id, infoId, name, value])) > 0)
        continue
      await execute(
        tx,
        'INSERT INTO contact_extra_info (company_id, contact_id, name, value) VALUES ($1, $2, $3, $4)',
        [companyId, id, name, value],
      )
    }
  }

  moveToKept(tx: Tx, kept: Contact, merged: Contact, now: Date): Promise<void> {
    return moveToKept(tx, kept, merged, now)
  }

  async undoMerge(
    tx: Tx,
    kept: Contact,
    identities: readonly Identity[],
    now: Date,
  ): Promise<UndoneMerge | undefined> {
    const log = await lastMergeInto(tx, kept, identities)
    if (!log) return undefined
    const contact = contactOfLog(kept.companyId, log)
    await this.put(tx, contact)
    await undoMerge(tx, kept, log, now)
    return { contact, ticketIds: (log.merged.tickets ?? []).map(ticketId) }
  }

  async areKeptApart(tx: Tx, companyId: CompanyId, ids: readonly ContactId[]): Promise<boolean> {
    const sql = `SELECT 1 FROM contact_merges WHERE company_id = $1 AND undone_at IS NOT NULL AND kept_id = ANY ($2::int[]) AND merged_id = ANY ($2::int[]) LIMIT 1`
    return (await query(tx, sql, [companyId, ids])).length > 0
  }

  /* With the id it had: links and logs name it. */
  private async put(tx: Tx, contact: Contact): Promise<void> {
    await execute(
      tx,
      `INSERT INTO contacts (id, company_id, name, name_key, named_by, number, is_group, created_at, updated_at)
       VALUES ($1, $2, '', '', 'number', '', $3, $4, $4)`,
      [contact.id, contact.companyId, contact.isGroup, contact.createdAt],
    )
    await this.save(tx, contact)
  }

  formerIds(tx: Tx, companyId: CompanyId, id: ContactId): Promise<number[]> {
    return formerContacts(tx, companyId, id)
  }

  chatsOf(tx: Tx, companyId: CompanyId, id: ContactId): Promise<string[]> {
    return chatsOf(tx, companyId, id)
  }

  async delete(tx: Tx, companyId: CompanyId, id: ContactId): Promise<void> {
    await eraseTraces(tx, companyId, id, await chatsOf(tx, companyId, id))
    const tickets = await query<{ id: number }>(
      tx,
      'SELECT id FROM tickets WHERE company_id = $1 AND contact_id = $2',
      [companyId, id],
    )
    await eraseMessagesOf(
      tx,
      companyId,
      tickets.map((ticket) => ticketId(ticket.id)),
    )
    await execute(tx, 'DELETE FROM contacts WHERE company_id = $1 AND id = $2', [companyId, id])
  }

  async snapshots(
    tx: Tx,
    companyId: CompanyId,
    ids: readonly ContactId[],
  ): Promise<Map<ContactId, ContactSnapshot>> {
    const rows = await query<ContactSnapshotRow>(
      tx,
      `${SELECT_CONTACTS} WHERE c.company_id = $1 AND c.id = ANY ($2::int[])`,
      [companyId, ids],
    )
    return new Map(rows.map((row) => [contactId(row.id), contactSnapshotOf(row)]))
  }

  page(
    tx: Tx,
    companyId: CompanyId,
    filter: ContactFilter,
    page: { offset: number; size: number },
  ): Promise<ContactPage> {
    return contactPage(tx, companyId, filter, page)
  }

  names(
    tx: Tx,
    companyId: CompanyId,
    words: readonly string[],
    most: number,
  ): Promise<{ id: number; name: string; number: string }[]> {
    return contactNames(tx, companyId, words, most)
  }
}
