import { campaignId, companyId, type CampaignId, type CompanyId, type ConnectionId } from '@balcao/contracts'
import { foldText, type Tx } from '@balcao/kernel'
import { escapeLike, execute, query, sql } from '@balcao/platform'

import {
  EDIT_CLOSES_MS,
  type Campaign,
  type CampaignSettings,
  type CampaignStore,
  type DueCampaign,
} from '../../features/campaigns/campaign.store'
import { campaigns } from './campaign-table'

const toDue = (rows: { company_id: number; id: number }[]): DueCampaign[] =>
  rows.map((row) => ({ companyId: companyId(row.company_id), id: campaignId(row.id) }))

/** Campaigns and their settings in campaigns' own schema. */
export class PgCampaignStore implements CampaignStore {
  async insert(tx: Tx, campaign: Omit<Campaign, 'id'>): Promise<Campaign> {
    const inserted = await campaigns.insert(tx, campaign)
    if (!inserted) throw new Error('the campaign got no id')
    return inserted
  }

  find(tx: Tx, company: CompanyId, id: CampaignId): Promise<Campaign | undefined> {
    return campaigns.findFirst(tx, sql`WHERE company_id = ${company} AND id = ${id}`)
  }

  lock(tx: Tx, company: CompanyId, id: CampaignId): Promise<Campaign | undefined> {
    return campaigns.findFirst(tx, sql`WHERE company_id = ${company} AND id = ${id} FOR UPDATE`)
  }

  async save(tx: Tx, campaign: Campaign): Promise<void> {
    await campaigns.update(
      tx,
      campaign,
      sql`WHERE company_id = ${campaign.companyId} AND id = ${campaign.id}`,
    )
  }

  async saveEdit(tx: Tx, campaign: Campaign, now: Date): Promise<boolean> {
    const closesAt = new Date(now.getTime() + EDIT_CLOSES_MS)
    const changed = await campaigns.update(
      tx,
      campaign,
      sql`WHERE company_id = ${campaign.companyId} AND id = ${campaign.id}
        AND (status IN ('INATIVA', 'CANCELADA') OR (status = 'PROGRAMADA' AND scheduled_at > ${closesAt}))`,
    )
    return changed > 0
  }

  async delete(tx: Tx, company: CompanyId, id: CampaignId): Promise<void> {
    await execute(tx, sql`DELETE FROM campaigns WHERE company_id = ${company} AND id = ${id}`)
  }

  async page(
    tx: Tx,
    company: CompanyId,
    search: string,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ campaigns: Campaign[]; count: number }> {
    const where = sql`WHERE company_id = ${company} AND search_text LIKE ${`%${escapeLike(foldText(search.trim()))}%`}`
    const found = await campaigns.find(
      tx,
      sql`${where} ORDER BY search_text, id LIMIT ${limit}::int OFFSET ${offset}::int`,
    )
    const [total] = await query<{ count: number }>(
      tx,
      sql`SELECT count(*)::int AS count FROM campaigns ${where}`,
    )
    return { campaigns: found, count: total?.count ?? 0 }
  }

  async listDue(tx: Tx, now: Date, limit: number): Promise<DueCampaign[]> {
    const rows = await query<{ company_id: number; id: number }>(
      tx,
      sql`SELECT company_id, id FROM campaigns WHERE status = 'PROGRAMADA' AND scheduled_at <= ${now}
        UNION ALL SELECT company_id, id FROM campaigns WHERE status = 'EM_ANDAMENTO' AND look_at <= ${now}
        LIMIT ${limit}::int`,
    )
    return toDue(rows)
  }

  async listUnannounced(tx: Tx, limit: number): Promise<DueCampaign[]> {
    return toDue(
      await query<{ company_id: number; id: number }>(
        tx,
        sql`SELECT company_id, id FROM campaigns WHERE unannounced ORDER BY id LIMIT ${limit}::int`,
      ),
    )
  }

  lockByConnection(tx: Tx, company: CompanyId, connection: ConnectionId): Promise<Campaign[]> {
    return campaigns.find(
      tx,
      sql`WHERE company_id = ${company} AND connection_id = ${connection} ORDER BY id FOR UPDATE`,
    )
  }

  async findSettings(tx: Tx, company: CompanyId): Promise<CampaignSettings | undefined> {
    const [row] = await query<{ settings: CampaignSettings }>(
      tx,
      sql`SELECT settings FROM campaign_settings WHERE company_id = ${company}`,
    )
    return row?.settings
  }

  async saveSettings(tx: Tx, company: CompanyId, settings: CampaignSettings): Promise<void> {
    await execute(
      tx,
      sql`INSERT INTO campaign_settings (company_id, settings) VALUES (${company}, ${JSON.stringify(settings)}::jsonb)
        ON CONFLICT (company_id) DO UPDATE SET settings = excluded.settings`,
    )
  }
}
