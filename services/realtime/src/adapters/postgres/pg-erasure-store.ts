import { companyId, type CompanyId } from '@balcao/contracts'
import { decodeEvent, encodeEvent, type DeskEvent } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'
import { execute, query, sql } from '@balcao/platform'

import type { ErasedContacts, ErasedMessages, ErasureStore } from '../../features/erasure/erasure.store'

const aboutContacts = ({ companyId: company, contactIds }: ErasedContacts) =>
  sql`company_id = ${company} AND contact_id = ANY (${contactIds}::bigint[]) AND contact_id <> 0`

/** Erased contacts and messages, in realtime's own schema. */
export class PgErasureStore implements ErasureStore {
  async noteContacts(tx: Tx, erased: ErasedContacts, now: Date): Promise<void> {
    await execute(
      tx,
      sql`INSERT INTO erased_contacts (company_id, contact_id, erased_at)
        SELECT ${erased.companyId}, unnest(${erased.contactIds}::bigint[]), ${now} ON CONFLICT DO NOTHING`,
    )
  }

  async noteMessages(tx: Tx, erased: ErasedMessages, now: Date): Promise<void> {
    await execute(
      tx,
      sql`INSERT INTO erased_messages (company_id, message_id, contact_ids, erased_at)
        SELECT ${erased.companyId}, unnest(${erased.messageIds}::uuid[]), ${erased.contactIds}, ${now}
        ON CONFLICT DO NOTHING`,
    )
  }

  async emptyRows(tx: Tx, erased: ErasedContacts): Promise<void> {
    await execute(
      tx,
      sql`WITH emptied AS (UPDATE feed SET event = '{}' WHERE ${aboutContacts(erased)} AND event::text <> '{}' RETURNING company_id, seq)
        DELETE FROM webhook_deliveries d USING emptied e WHERE d.company_id = e.company_id AND d.seq = e.seq`,
    )
  }

  async listRowsNaming(tx: Tx, erased: ErasedMessages): Promise<{ seq: number; event: DeskEvent }[]> {
    const anyId = erased.messageIds.map((id) => `%${id}%`)
    const rows = await query<{ seq: number; event: unknown }>(
      tx,
      sql`SELECT seq, event FROM feed WHERE ${aboutContacts(erased)} AND event::text LIKE ANY (${anyId}) ORDER BY seq`,
    )
    return rows.flatMap(({ seq, event: json }) => {
      const event = decodeEvent(json)
      return event ? [{ seq, event }] : []
    })
  }

  async rewrite(
    tx: Tx,
    company: CompanyId,
    { seq, event }: { seq: number; event: DeskEvent },
  ): Promise<void> {
    await execute(
      tx,
      sql`WITH rewritten AS (UPDATE feed SET event = ${JSON.stringify(encodeEvent(event))}::json
          WHERE company_id = ${company} AND seq = ${seq} RETURNING company_id, seq)
        UPDATE webhook_deliveries d SET answer = '' FROM rewritten r WHERE d.company_id = r.company_id AND d.seq = r.seq`,
    )
  }

  async listNotedSince(
    tx: Tx,
    since: Date,
  ): Promise<{ contacts: ErasedContacts[]; messages: ErasedMessages[] }> {
    const [contacts, messages] = await Promise.all([
      query<{ company_id: number; ids: number[] }>(
        tx,
        sql`SELECT company_id, array_agg(contact_id) AS ids FROM erased_contacts
          WHERE erased_at > ${since} GROUP BY company_id`,
      ),
      // Messages of one contact that were erased together are searched in one statement.
      query<{ company_id: number; contact_ids: number[]; ids: string[] }>(
        tx,
        sql`SELECT company_id, contact_ids, array_agg(message_id::text) AS ids FROM erased_messages
          WHERE erased_at > ${since} GROUP BY company_id, contact_ids, erased_at`,
      ),
    ])
    return {
      contacts: contacts.map((row) => ({ companyId: companyId(row.company_id), contactIds: row.ids })),
      messages: messages.map((row) => ({
        companyId: companyId(row.company_id),
        messageIds: row.ids,
        contactIds: row.contact_ids,
      })),
    }
  }

  async forget(tx: Tx, before: { contacts: Date; messages: Date }): Promise<void> {
    await Promise.all([
      execute(tx, sql`DELETE FROM erased_contacts WHERE erased_at < ${before.contacts}`),
      execute(tx, sql`DELETE FROM erased_messages WHERE erased_at < ${before.messages}`),
    ])
  }
}
