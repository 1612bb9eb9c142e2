import {
  campaignId,
  companyId,
  type CampaignId,
  type CampaignSort,
  type campaignSorts,
  type CompanyId,
  type ConnectionId,
} from '@balcao/contracts'
import type { Counted, DuePage, Slice, Tx } from '@balcao/kernel'
import {
  createActivity,
  IsNull,
  query,
  queryLast,
  Raw,
  saveRow,
  sql,
  tableOf,
  readSlice,
  type ListOrder,
  findRow,
  PgRecordStore,
  whereMatches,
} from '@balcao/platform'

import {
  EDIT_CLOSES_MS,
  type Campaign,
  type CampaignSettings,
  type CampaignStore,
  type DueCampaign,
} from '../../features/campaigns/campaign.store'
import { campaigns, campaignSettings } from './campaign-table'
import { repositoryOf } from './tables'

const campaignTable = tableOf(campaigns)

const order: ListOrder<(typeof campaignSorts)[number]> = {
  columns: {
    name: 'c.search_text',
    scheduledAt: 'c.scheduledAt',
    completedAt: 'c.completedAt',
  },
  own: ['c.search_text', 'ASC'],
  hasNulls: true,
}

/* Before the first id. */
const NONE = campaignId(0)

const toDue = (rows: { company_id: number; id: number }[]): DueCampaign[] =>
  rows.map((row) => ({ companyId: companyId(row.company_id), id: campaignId(row.id) }))

/**
 * Campaigns and their settings in campaigns' own schema. Hot: `lock` and `save`, which each message of a running campaign and each of
 * its acks does, and what jobs poll.
 */
export class PgCampaignStore extends PgRecordStore<Campaign> implements CampaignStore {
  readonly saved = createActivity()

  constructor() {
    super(repositoryOf, campaigns)
  }

  override lock(tx: Tx, company: CompanyId, id: CampaignId): Promise<Campaign | undefined> {
    return campaignTable.findFirst(tx, sql`WHERE company_id = ${company} AND id = ${id} FOR UPDATE`)
  }

  override async save(tx: Tx, campaign: Campaign): Promise<void> {
    this.saved.note()
    await campaignTable.update(
      tx,
      campaign,
      sql`WHERE company_id = ${campaign.companyId} AND id = ${campaign.id}`,
    )
  }

  async saveEdit(tx: Tx, campaign: Campaign, now: Date): Promise<boolean> {
    const { companyId, id } = campaign
    const closesAt = new Date(now.getTime() + EDIT_CLOSES_MS)
    const isOpen = Raw(
      (status) =>
        `(${status} IN ('INATIVA', 'CANCELADA') OR (${status} = 'PROGRAMADA' AND scheduled_at > :closesAt))`,
      { closesAt },
    )
    return (await saveRow(this.rows(tx), { companyId, id, status: isOpen }, campaign)) > 0
  }

  page(tx: Tx, company: CompanyId, search: string, slice: Slice<CampaignSort>): Promise<Counted<Campaign>> {
    const builder = this.rows(tx).createQueryBuilder('c').where({ companyId: company })
    return readSlice(whereMatches(builder, search), slice, order)
  }

  async listDue(tx: Tx, now: Date, { after = NONE, limit }: DuePage<CampaignId>): Promise<DueCampaign[]> {
    const rows = await query<{ company_id: number; id: number }>(
      tx,
      sql`SELECT company_id, id FROM campaigns WHERE status = 'PROGRAMADA' AND scheduled_at <= ${now} AND id > ${after}
        UNION ALL SELECT company_id, id FROM campaigns WHERE status = 'EM_ANDAMENTO' AND look_at <= ${now} AND id > ${after}
        ORDER BY id LIMIT ${limit}::int`,
    )
    return toDue(rows)
  }

  async findNextDue(tx: Tx, before: Date): Promise<Date | undefined> {
    const [row] = await queryLast<{ due_at: Date | null }>(
      tx,
      sql`SELECT least(
        (SELECT min(scheduled_at) FROM campaigns WHERE status = 'PROGRAMADA' AND scheduled_at < ${before}),
        (SELECT min(look_at) FROM campaigns WHERE status = 'EM_ANDAMENTO' AND look_at < ${before})) AS due_at`,
    )
    return row?.due_at ?? undefined
  }

  async listUnannounced(tx: Tx, { after = NONE, limit }: DuePage<CampaignId>): Promise<DueCampaign[]> {
    return toDue(
      await query<{ company_id: number; id: number }>(
        tx,
        sql`SELECT company_id, id FROM campaigns WHERE unannounced AND id > ${after} ORDER BY id LIMIT ${limit}::int`,
      ),
    )
  }

  lockByConnection(tx: Tx, company: CompanyId, connection: ConnectionId): Promise<Campaign[]> {
    return this.rows(tx).find({
      where: { companyId: company, connectionId: connection },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    })
  }

  countWithoutTemplate(tx: Tx, company: CompanyId, connection: ConnectionId): Promise<number> {
    const ours = { companyId: company, connectionId: connection, template: IsNull() }
    return this.rows(tx).countBy([
      { ...ours, status: 'PROGRAMADA' },
      { ...ours, status: 'EM_ANDAMENTO' },
    ])
  }

  async findSettings(tx: Tx, company: CompanyId): Promise<CampaignSettings | undefined> {
    return (await findRow(repositoryOf(tx, campaignSettings), { companyId: company }))?.settings
  }

  async saveSettings(tx: Tx, company: CompanyId, settings: CampaignSettings): Promise<void> {
    await repositoryOf(tx, campaignSettings).upsert({ companyId: company, settings }, ['companyId'])
  }
}
