import type { CampaignId, CompanyId, ContactListId, MessageId } from '@balcao/contracts'
import { normalizePhone } from '@balcao/contracts'
import type { Counted, Slice, Tx } from '@balcao/kernel'
import { execute, noSql, query, queryLast, sql } from '@balcao/platform'

import type {
  CampaignItem,
  CampaignItemStore,
  PlannedPerson,
  Reach,
} from '../../features/campaigns/campaign-item.store'
import { campaignItems } from './campaign-table'

interface Which {
  companyId: CompanyId
  id: CampaignId
}

const OPEN = sql`('waiting', 'asking', 'asked', 'confirmed', 'part-sent', 'sending')`
/* Begun with the contact: due by their own time, not by the pace. */
const BEGUN = sql`('confirmed', 'part-sent')`
const ofCampaign = (company: CompanyId, id: CampaignId) =>
  sql`company_id = ${company} AND campaign_id = ${id}`

/** Contacts of campaigns in campaigns' own schema. */
export class PgCampaignItemStore implements CampaignItemStore {
  async planList(tx: Tx, { companyId, id }: Which, list: ContactListId): Promise<void> {
    await execute(
      tx,
      sql`INSERT INTO campaign_items (company_id, campaign_id, position, name, number, number_key, email, state, ack, failure, answer, answers_are_told)
        SELECT company_id, ${id}::int, row_number() OVER (ORDER BY id) - 1, name, number, number_key, email, 'waiting', 0, '', '', true
        FROM contact_list_items WHERE company_id = ${companyId} AND contact_list_id = ${list} AND validity <> 'invalid'
        ON CONFLICT ON CONSTRAINT campaign_items_number DO NOTHING`,
    )
  }

  async planPeople(tx: Tx, { companyId, id }: Which, people: readonly PlannedPerson[]): Promise<void> {
    await execute(
      tx,
      sql`INSERT INTO campaign_items (company_id, campaign_id, position, name, number, number_key, email, state, ack, failure, answer, answers_are_told)
        SELECT ${companyId}::int, ${id}::int,
          (SELECT coalesce(max(position) + 1, 0) FROM campaign_items WHERE ${ofCampaign(companyId, id)}) + row_number() OVER () - 1,
          p.*, 'waiting', 0, '', '', true
        FROM unnest(${people.map(({ name }) => name)}::text[], ${people.map(({ number }) => number)}::text[],
          ${people.map(({ number }) => normalizePhone(number))}::text[], ${people.map(({ email }) => email)}::text[]) AS p
        ON CONFLICT ON CONSTRAINT campaign_items_number DO NOTHING`,
    )
  }

  async findReach(
    tx: Tx,
    company: CompanyId,
    list: ContactListId | null,
    people: readonly PlannedPerson[],
  ): Promise<Reach> {
    const [row] = await query<{ reach: Reach }>(
      tx,
      sql`WITH list AS (SELECT * FROM contact_list_items WHERE company_id = ${company} AND contact_list_id = ${list}::int),
        listed AS (SELECT name, number, number_key, email, row_number() OVER (ORDER BY id) - 1 AS position
          FROM list WHERE validity <> 'invalid'),
        tagged AS (SELECT p.*, (SELECT count(*) FROM listed) + row_number() OVER () - 1 AS position
          FROM unnest(${people.map(({ name }) => name)}::text[], ${people.map(({ number }) => number)}::text[],
            ${people.map(({ number }) => normalizePhone(number))}::text[], ${people.map(({ email }) => email)}::text[])
            AS p (name, number, number_key, email)),
        planned AS (SELECT DISTINCT ON (number_key) * FROM (SELECT * FROM listed UNION ALL SELECT * FROM tagged) everyone
          ORDER BY number_key, position),
        judged AS (SELECT p.*,
            EXISTS (SELECT FROM opt_outs o WHERE o.company_id = ${company} AND o.number_key = p.number_key) AS opted_out,
            EXISTS (SELECT FROM list i WHERE i.number_key = p.number_key AND i.validity = 'invalid') AS invalid
          FROM planned p),
        reached AS (SELECT name, number, email, position FROM judged WHERE NOT opted_out AND NOT invalid)
        SELECT json_build_object(
          'people', (SELECT count(*) FROM reached),
          'invalid', (SELECT count(DISTINCT number_key) FROM list WHERE validity = 'invalid'),
          'optedOut', (SELECT count(*) FROM judged WHERE opted_out AND NOT invalid),
          'prefixes', coalesce((SELECT json_agg(p) FROM
            (SELECT left(number, 3) AS prefix, count(*) AS people FROM reached GROUP BY 1 ORDER BY 1) p), '[]'),
          'first', coalesce((SELECT json_agg(f ORDER BY f.position)
            FROM (SELECT * FROM reached ORDER BY position LIMIT 3) f), '[]')) AS reach`,
    )
    if (!row) throw new Error('a count without a row')
    return row.reach
  }

  async countAll(tx: Tx, company: CompanyId, id: CampaignId): Promise<number> {
    const [row] = await query<{ count: number }>(
      tx,
      sql`SELECT count(*)::int AS count FROM campaign_items WHERE ${ofCampaign(company, id)}`,
    )
    return row?.count ?? 0
  }

  async isSending(tx: Tx, company: CompanyId, id: CampaignId): Promise<boolean> {
    const rows = await query(
      tx,
      sql`SELECT 1 FROM campaign_items WHERE ${ofCampaign(company, id)} AND state IN ('asking', 'sending') LIMIT 1`,
    )
    return rows.length > 0
  }

  async lockNext(
    tx: Tx,
    company: CompanyId,
    id: CampaignId,
    { now, mayBegin }: { now: Date; mayBegin: boolean },
  ): Promise<CampaignItem | undefined> {
    const begun = await campaignItems.findFirst(
      tx,
      sql`WHERE ${ofCampaign(company, id)} AND state IN ${BEGUN} AND due_at <= ${now}
        ORDER BY due_at, position LIMIT 1 FOR UPDATE`,
    )
    if (begun || !mayBegin) return begun
    return campaignItems.findFirst(
      tx,
      sql`WHERE ${ofCampaign(company, id)} AND state = 'waiting' ORDER BY position LIMIT 1 FOR UPDATE`,
    )
  }

  async findObstacle(
    tx: Tx,
    { companyId, campaignId, numberKey }: CampaignItem,
  ): Promise<'opted-out' | 'not-on-whatsapp' | undefined> {
    const [row] = await query<{ opted_out: boolean; invalid: boolean }>(
      tx,
      sql`SELECT EXISTS (SELECT FROM opt_outs WHERE company_id = ${companyId} AND number_key = ${numberKey}) AS opted_out,
        EXISTS (SELECT FROM contact_list_items i JOIN campaigns c
          ON c.company_id = i.company_id AND c.contact_list_id = i.contact_list_id
          WHERE c.company_id = ${companyId} AND c.id = ${campaignId} AND i.number_key = ${numberKey}
            AND i.validity = 'invalid') AS invalid`,
    )
    if (row?.opted_out) return 'opted-out'
    return row?.invalid ? 'not-on-whatsapp' : undefined
  }

  async save(tx: Tx, item: CampaignItem): Promise<void> {
    await campaignItems.update(tx, item, sql`WHERE company_id = ${item.companyId} AND id = ${item.id}`)
  }

  async findRest(
    tx: Tx,
    company: CompanyId,
    id: CampaignId,
  ): Promise<{ hasOpen: boolean; hasWaiting: boolean }> {
    const [row] = await query<{ open: boolean; waiting: boolean }>(
      tx,
      sql`SELECT EXISTS (SELECT FROM campaign_items WHERE ${ofCampaign(company, id)} AND state IN ${OPEN}) AS open,
        EXISTS (SELECT FROM campaign_items WHERE ${ofCampaign(company, id)} AND state = 'waiting') AS waiting`,
    )
    return { hasOpen: row?.open ?? false, hasWaiting: row?.waiting ?? false }
  }

  async findNextDue(tx: Tx, company: CompanyId, id: CampaignId): Promise<Date | undefined> {
    const [row] = await query<{ at: Date | null }>(
      tx,
      sql`SELECT min(due_at) AS at FROM campaign_items WHERE ${ofCampaign(company, id)} AND state IN ${BEGUN}`,
    )
    return row?.at ?? undefined
  }

  lockUnanswered(tx: Tx, company: CompanyId, id: CampaignId, before: Date): Promise<CampaignItem[]> {
    return campaignItems.find(
      tx,
      sql`WHERE ${ofCampaign(company, id)} AND state = 'asked' AND confirmation_requested_at <= ${before}
        ORDER BY position LIMIT 500 FOR UPDATE`,
    )
  }

  async findOldestAsked(tx: Tx, company: CompanyId, id: CampaignId): Promise<Date | undefined> {
    const [row] = await query<{ at: Date | null }>(
      tx,
      sql`SELECT min(confirmation_requested_at) AS at FROM campaign_items
        WHERE ${ofCampaign(company, id)} AND state = 'asked'`,
    )
    return row?.at ?? undefined
  }

  findByMessage(tx: Tx, company: CompanyId, message: MessageId): Promise<CampaignItem | undefined> {
    return campaignItems.findFirst(tx, sql`WHERE company_id = ${company} AND message_id = ${message}`)
  }

  lock(tx: Tx, company: CompanyId, id: number): Promise<CampaignItem | undefined> {
    return campaignItems.findFirst(tx, sql`WHERE company_id = ${company} AND id = ${id} FOR UPDATE`)
  }

  async listOutcomes(
    tx: Tx,
    company: CompanyId,
    id: CampaignId,
    { since, most }: { since: Date; most: number },
  ): Promise<('delivered' | 'failed')[]> {
    const rows = await query<{ state: 'delivered' | 'failed' }>(
      tx,
      sql`SELECT state FROM campaign_items WHERE ${ofCampaign(company, id)} AND ended_at >= ${since}
        AND state IN ('delivered', 'failed') AND message_id IS NOT NULL ORDER BY ended_at DESC LIMIT ${most}::int`,
    )
    return rows.map(({ state }) => state)
  }

  listByNumber(tx: Tx, company: CompanyId, numberKey: string): Promise<CampaignItem[]> {
    return campaignItems.find(
      tx,
      sql`WHERE company_id = ${company} AND number_key = ${numberKey} ORDER BY campaign_id DESC, id LIMIT 100`,
    )
  }

  async hasNumber(tx: Tx, company: CompanyId, numberKey: string): Promise<boolean> {
    const found = await queryLast(
      tx,
      sql`SELECT 1 FROM campaign_items WHERE company_id = ${company} AND number_key = ${numberKey} LIMIT 1`,
    )
    return found.length > 0
  }

  async page(
    tx: Tx,
    company: CompanyId,
    id: CampaignId,
    { offset, limit, isAnswered }: Slice & { isAnswered: boolean },
  ): Promise<Counted<CampaignItem>> {
    const which = sql`WHERE ${ofCampaign(company, id)}${isAnswered ? sql` AND answered_at IS NOT NULL` : noSql}`
    const items = await campaignItems.find(
      tx,
      sql`${which} ORDER BY position, id LIMIT ${limit}::int OFFSET ${offset}::int`,
    )
    const [row] = await query<{ count: number }>(
      tx,
      sql`SELECT count(*)::int AS count FROM campaign_items ${which}`,
    )
    return { items, count: row?.count ?? 0 }
  }

  async optOut(tx: Tx, company: CompanyId, numberKey: string, now: Date): Promise<boolean> {
    const rows = await query(
      tx,
      sql`INSERT INTO opt_outs (company_id, number_key, created_at) VALUES (${company}, ${numberKey}, ${now})
        ON CONFLICT DO NOTHING RETURNING 1`,
    )
    return rows.length > 0
  }

  async erase(tx: Tx, company: CompanyId, numberKey: string): Promise<void> {
    const ofNumber = sql`company_id = ${company} AND number_key = ${numberKey}`
    await execute(
      tx,
      sql`UPDATE contact_lists l SET contacts_count = contacts_count - 1 FROM contact_list_items i
        WHERE i.company_id = ${company} AND i.number_key = ${numberKey} AND l.company_id = i.company_id
          AND l.id = i.contact_list_id`,
    )
    await execute(tx, sql`DELETE FROM contact_list_items WHERE ${ofNumber}`)
    // The rows stay: they keep their campaigns' numbers true.
    await execute(
      tx,
      sql`UPDATE campaign_items SET name = '', number = '', number_key = 'erased:' || id, email = '', answer = '' WHERE ${ofNumber}`,
    )
  }
}
