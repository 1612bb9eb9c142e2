import { utc } from './chatwoot-tables'
import type { SourceDatabase } from './source-database'
import type { SourceCampaign } from './source.port'

/* As Chatwoot numbers them. */
const ONE_OFF = 1
const COMPLETED = 1

/** Campaigns that are sent once; who got them is not kept there. */
export async function* listChatwootCampaigns(
  db: SourceDatabase,
  account: number,
): AsyncGenerator<SourceCampaign> {
  if (!db.hasTable('campaigns')) return
  const rows = await db.rows<{
    id: string
    name: string
    message: string
    type: number
    status: number
    inbox: string
    scheduledAt: Date | null
    createdAt: Date
  }>(
    `SELECT id::text, title AS name, coalesce(message, '') AS message, campaign_type AS type, campaign_status AS status, inbox_id::text AS inbox,
       ${utc('scheduled_at', 'scheduledAt')}, ${utc('created_at', 'createdAt')}
     FROM campaigns WHERE account_id = ${account} ORDER BY campaigns.id`,
  )
  for (const { message, type, status, inbox, ...row } of rows)
    yield {
      ...row,
      fault: type !== ONE_OFF ? 'it is of a website' : status === COMPLETED ? '' : 'it is not finished',
      messages: [message, '', '', '', ''],
      confirmationMessages: ['', '', '', '', ''],
      confirmation: false,
      hasFile: false,
      completedAt: row.scheduledAt,
      connectionId: inbox,
      contactListName: '',
      people: [],
    }
}
