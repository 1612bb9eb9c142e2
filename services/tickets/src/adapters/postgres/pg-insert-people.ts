import { contactId, type CompanyId, type ContactId } from '@balcao/contracts'
import { foldText, type Tx } from '@balcao/kernel'
import { execute, query, sql } from '@balcao/platform'

import type { NewPerson } from '../../features/contacts/contact.store'
import { listContactWords } from './contact-words'

interface Made extends NewPerson {
  id: number
}

async function insertRows(
  tx: Tx,
  companyId: CompanyId,
  people: readonly NewPerson[],
  now: Date,
): Promise<Made[]> {
  const rows = await query<{ id: number; number: string }>(
    tx,
    sql`INSERT INTO contacts (company_id, name, name_key, named_by, number, email, picture_key, is_group, created_at, updated_at)
      SELECT ${companyId}::int, p.name, p.name_key, 'person', p.number, p.email, '', false, ${now}::timestamptz, ${now}::timestamptz
      FROM unnest(${people.map(({ name }) => name)}::text[], ${people.map(({ name }) => foldText(name))}::text[],
        ${people.map(({ number }) => number)}::text[], ${people.map(({ email }) => email)}::text[]) AS p (name, name_key, number, email)
      RETURNING id, number`,
  )
  const ids = new Map(rows.map(({ id, number }) => [number, id]))
  return people.map((person) => ({ ...person, id: ids.get(person.number) ?? 0 }))
}

/* In the order given, as other transactions claim them, too. */
async function claimPhones(tx: Tx, companyId: CompanyId, made: readonly Made[]): Promise<Set<number>> {
  const rows = await query<{ contact_id: number }>(
    tx,
    sql`INSERT INTO contact_identities (company_id, kind, value, contact_id)
      SELECT ${companyId}::int, i.kind, i.value, i.contact_id
      FROM unnest(${made.map(({ identity }) => identity.kind)}::text[], ${made.map(({ identity }) => identity.value)}::text[], ${made.map(({ id }) => id)}::bigint[])
        WITH ORDINALITY AS i (kind, value, contact_id, position) ORDER BY i.position
      ON CONFLICT DO NOTHING RETURNING contact_id`,
  )
  return new Set(rows.map((row) => row.contact_id))
}

async function insertWords(tx: Tx, companyId: CompanyId, made: readonly Made[]): Promise<void> {
  const words = made.flatMap((contact) => listContactWords(contact).map((word) => ({ id: contact.id, word })))
  await execute(
    tx,
    sql`INSERT INTO contact_words (company_id, contact_id, word)
      SELECT ${companyId}::int, w.contact_id, w.word
      FROM unnest(${words.map(({ id }) => id)}::bigint[], ${words.map(({ word }) => word)}::text[]) AS w (contact_id, word)`,
  )
}

/** See `ContactStore.insertAll`: four statements, however many people. */
export async function insertPeople(
  tx: Tx,
  companyId: CompanyId,
  people: readonly NewPerson[],
  now: Date,
): Promise<Map<string, ContactId>> {
  if (people.length === 0) return new Map()
  const made = await insertRows(tx, companyId, people, now)
  const claimed = await claimPhones(tx, companyId, made)
  const lost = made.filter(({ id }) => !claimed.has(id)).map(({ id }) => id)
  if (lost.length > 0)
    await execute(
      tx,
      sql`DELETE FROM contacts WHERE company_id = ${companyId} AND id = ANY (${lost}::bigint[])`,
    )
  const kept = made.filter(({ id }) => claimed.has(id))
  await insertWords(tx, companyId, kept)
  return new Map(kept.map(({ id, number }) => [number, contactId(id)]))
}
