import { optionalId, type SourceDatabase } from './source-database'
import type { SourceCampaign, SourceCampaignPerson } from './source.port'

const PARTS = [1, 2, 3, 4, 5]

interface CampaignRow extends Record<string, unknown> {
  id: number
  name: string
  status: string
  messages: string[]
  confirmationMessages: string[]
  confirmation: boolean
  hasFile: boolean
  scheduledAt: Date | null
  completedAt: Date | null
  connection: number | null
  contactListName: string
  createdAt: Date
}

const faults: Readonly<Record<string, string>> = {
  FINALIZADA: '',
  CANCELADA: 'it was cancelled',
}

/* The numbers it was sent to, once each, with what their list had for them. */
const listPeople = (db: SourceDatabase, campaign: number): Promise<SourceCampaignPerson[]> =>
  db.rows<SourceCampaignPerson & Record<string, unknown>>(
    `SELECT DISTINCT ON (s.number) coalesce(i.name, '') AS name, s.number, coalesce(i.email, '') AS email,
       s."confirmationRequestedAt", s."confirmedAt", s."deliveredAt"
     FROM "CampaignShipping" s LEFT JOIN "ContactListItems" i ON i.id = s."contactId"
     WHERE s."campaignId" = $1 ORDER BY s.number, s."deliveredAt" NULLS LAST, s.id`,
    [campaign],
  )

/** Campaigns of Whaticket's family. @param own a condition on the company's rows */
export async function* listFamilyCampaigns(db: SourceDatabase, own: string): AsyncGenerator<SourceCampaign> {
  const tables = ['Campaigns', 'CampaignShipping', 'ContactLists', 'ContactListItems']
  if (!tables.every((table) => db.hasTable(table))) return
  const texts = (prefix: string) =>
    `ARRAY[${PARTS.map((nth) => `coalesce(${db.column('Campaigns', `${prefix}${nth}`, 'NULL')}, '')`).join(', ')}]::text[]`
  const rows = await db.rows<CampaignRow>(
    `SELECT campaigns.id, coalesce(campaigns.name, '') AS name, coalesce(campaigns.status, '') AS status, ${texts('message')} AS messages,
       ${texts('confirmationMessage')} AS "confirmationMessages", coalesce(${db.column('Campaigns', 'confirmation', 'false')}, false) AS confirmation,
       coalesce(${db.column('Campaigns', 'mediaPath', 'NULL')}, '') <> '' AS "hasFile", campaigns."scheduledAt", campaigns."completedAt",
       campaigns."whatsappId" AS connection, coalesce(l.name, '') AS "contactListName", campaigns."createdAt"
     FROM "Campaigns" campaigns LEFT JOIN "ContactLists" l ON l.id = campaigns."contactListId" WHERE ${own} ORDER BY campaigns.id`,
  )
  for (const { id, status, connection, ...row } of rows) {
    const fault = faults[status] ?? 'it is not finished'
    yield {
      ...row,
      id: String(id),
      fault,
      connectionId: optionalId(connection),
      people: fault === '' ? await listPeople(db, id) : [],
    }
  }
}
