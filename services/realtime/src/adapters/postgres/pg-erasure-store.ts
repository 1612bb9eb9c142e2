import { companyId } from '@balcao/contracts'
import { decodeEvent, encodeEvent } from '@balcao/contracts/wire'
import { execute, query } from '@balcao/platform'

import type { ErasureStore } from '../../features/erasure/erasure.store'

const ROWS_OF = 'company_id = $1 AND contact_id = ANY ($2::int[]) AND contact_id <> 0'

/* Messages of one contact that were erased together are searched in one statement. */
const NOTED_MESSAGES = `SELECT company_id, contact_ids, array_agg(message_id::text) AS ids FROM erased_messages
  WHERE erased_at > $1 GROUP BY company_id, contact_ids, erased_at`

/** Erased contacts and messages, in realtime's own schema. */
export const pgErasureStore: ErasureStore = {
  noteContacts: async (tx, { companyId: company, contactIds }, now) => {
    const sql = `INSERT INTO erased_contacts (company_id, contact_id, erased_at) SELECT $1, unnest($2::int[]), $3 ON CONFLICT DO NOTHING`
    await execute(tx, sql, [company, contactIds, now])
  },

  noteMessages: async (tx, { companyId: company, contactIds, messageIds }, now) => {
    const sql = `INSERT INTO erased_messages (company_id, message_id, contact_ids, erased_at) SELECT $1, unnest($2::uuid[]), $3, $4 ON CONFLICT DO NOTHING`
    await execute(tx, sql, [company, messageIds, contactIds, now])
  },

  emptyRowsOf: async (tx, { companyId: company, contactIds }) => {
    const sql = `UPDATE feed SET event = '{}' WHERE ${ROWS_OF} AND event::text <> '{}'`
    await execute(tx, sql, [company, contactIds])
  },

  rowsNaming: async (tx, { companyId: company, contactIds, messageIds }) => {
    const rows = await query<{ seq: number; event: unknown }>(
      tx,
      `SELECT seq, event FROM feed WHERE ${ROWS_OF} AND event::text LIKE ANY ($3) ORDER BY seq`,
      [company, contactIds, messageIds.map((id) => `%${id}%`)],
    )
    return rows.flatMap(({ seq, event: json }) => {
      const event = decodeEvent(json)
      return event ? [{ seq, event }] : []
    })
  },

  rewrite: async (tx, company, { seq, event }) => {
    const sql = 'UPDATE feed SET event = $3::json WHERE company_id = $1 AND seq = $2'
    await execute(tx, sql, [company, seq, JSON.stringify(encodeEvent(event))])
  },

  notedSince: async (tx, since) => {
    const contacts = await query<{ company_id: number; ids: number[] }>(
      tx,
      'SELECT company_id, array_agg(contact_id) AS ids FROM erased_contacts WHERE erased_at > $1 GROUP BY company_id',
      [since],
    )
    const messages = await query<{ company_id: number; contact_ids: number[]; ids: string[] }>(
      tx,
      NOTED_MESSAGES,
      [since],
    )
    return {
      contacts: contacts.map((row) => ({ companyId: companyId(row.company_id), contactIds: row.ids })),
      messages: messages.map((row) => ({
        companyId: companyId(row.company_id),
        messageIds: row.ids,
        contactIds: row.contact_ids,
      })),
    }
  },

  forget: async (tx, before) => {
    await execute(tx, 'DELETE FROM erased_contacts WHERE erased_at < $1', [before.contacts])
    await execute(tx, 'DELETE FROM erased_messages WHERE erased_at < $1', [before.messages])
  },
}
