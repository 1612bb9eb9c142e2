import {
  campaignId,
  connectionId,
  DEFAULT_TIME_ZONE,
  keepDigits,
  normalizePhone,
  type CompanyId,
} from '@balcao/contracts'
import type { ServicePorts } from '@balcao/kernel'
import { execute, query, sql } from '@balcao/platform'

import { PgCampaignStore } from './adapters/postgres/pg-campaign-store'
import { buildCampaign, emptyDraft, noCounts, type CampaignCounts } from './features/campaigns/campaign'
import { campaignChanged, campaignDeleted, toCampaignSnapshot } from './features/campaigns/campaign-events'
import { readRules } from './features/campaigns/read-settings'

export interface ImportedPerson {
  name: string
  number: string
  email: string
  confirmationRequestedAt: Date | null
  confirmedAt: Date | null
  deliveredAt: Date | null
}

export interface ImportedCampaign {
  name: string
  messages: readonly string[]
  confirmationMessages: readonly string[]
  confirmation: boolean
  scheduledAt: Date | null
  completedAt: Date | null
  connectionId: number | undefined
  connectionName: string
  contactListName: string
  createdAt: Date
  people: readonly ImportedPerson[]
}

type State = 'delivered' | 'refused' | 'failed'

const PEOPLE_AT_ONCE = 5_000

/* Asked without an answer is a refusal, as here after a day. */
const chooseState = ({ deliveredAt, confirmationRequestedAt, confirmedAt }: ImportedPerson): State => {
  if (deliveredAt) return 'delivered'
  return confirmationRequestedAt && !confirmedAt ? 'refused' : 'failed'
}

/* The first of each number. */
function listItems(people: readonly ImportedPerson[]) {
  const byNumber = new Map<string, ImportedPerson>()
  for (const person of people) {
    const key = normalizePhone(keepDigits(person.number))
    if (!byNumber.has(key)) byNumber.set(key, person)
  }
  return [...byNumber].map(([numberKey, person], position) => ({
    ...person,
    numberKey,
    position,
    state: chooseState(person),
  }))
}

type Item = ReturnType<typeof listItems>[number]

function countItems(items: readonly Item[]): CampaignCounts {
  const countOf = (isCounted: (item: Item) => boolean) => items.filter(isCounted).length
  return {
    ...noCounts,
    total: items.length,
    delivered: countOf(({ state }) => state === 'delivered'),
    failed: countOf(({ state }) => state === 'failed'),
    refused: countOf(({ state }) => state === 'refused'),
    confirmationsRequested: countOf(({ confirmationRequestedAt }) => confirmationRequestedAt !== null),
    confirmed: countOf(({ confirmedAt }) => confirmedAt !== null),
  }
}

/** Finished campaigns of an import of another system. */
export function openCampaignImports(ports: ServicePorts) {
  const { db, events } = ports
  const campaigns = new PgCampaignStore()
  return {
    /** With an item for each number; what was read or answered is not known. */
    createFinished: (companyId: CompanyId, imported: ImportedCampaign): Promise<number> =>
      db.withTenant(companyId, async (tx) => {
        const { people, createdAt, completedAt, connectionId: connection, ...draft } = imported
        const items = listItems(people)
        const campaign = await campaigns.insert(tx, {
          ...buildCampaign(companyId, emptyDraft, createdAt),
          ...draft,
          connectionId: connection === undefined ? null : connectionId(connection),
          status: 'FINALIZADA',
          completedAt: completedAt ?? imported.scheduledAt ?? createdAt,
          planned: true,
          counts: countItems(items),
        })
        for (let from = 0; from < items.length; from += PEOPLE_AT_ONCE)
          await execute(
            tx,
            sql`INSERT INTO campaign_items (company_id, campaign_id, position, name, number, number_key, email, state, ack, failure, answer,
                answers_are_told, confirmation_requested_at, confirmed_at, delivered_at, ended_at)
              SELECT ${companyId}::int, ${campaign.id}::int, r.position, r.name, r.number, r."numberKey", r.email, r.state,
                CASE WHEN r.state = 'delivered' THEN 1 ELSE 0 END, CASE WHEN r.state = 'failed' THEN 'ERR_SENDING_WAPP_MSG' ELSE '' END, '',
                true, r."confirmationRequestedAt", r."confirmedAt", r."deliveredAt",
                coalesce(r."deliveredAt", r."confirmationRequestedAt", ${campaign.completedAt}::timestamptz)
              FROM json_to_recordset(${JSON.stringify(items.slice(from, from + PEOPLE_AT_ONCE))}::json) AS r (position int, name text,
                number text, "numberKey" text, email text, state text, "confirmationRequestedAt" timestamptz, "confirmedAt" timestamptz,
                "deliveredAt" timestamptz)`,
          )
        // The locale is of running campaigns alone.
        const rules = await readRules({ campaigns }, tx, companyId, {
          language: 'pt',
          timeZone: DEFAULT_TIME_ZONE,
        })
        await events.append(tx, [campaignChanged(ports, toCampaignSnapshot(campaign, rules), true)])
        return campaign.id
      }),
    /** A finished campaign with the same name and beginning; undefined without one. */
    findSame: (companyId: CompanyId, { name, createdAt }: Pick<ImportedCampaign, 'name' | 'createdAt'>) =>
      db.withTenant(companyId, async (tx) => {
        const [row] = await query<{ id: number }>(
          tx,
          sql`SELECT id FROM campaigns WHERE company_id = ${companyId} AND name = ${name} AND created_at = ${createdAt} AND status = 'FINALIZADA'`,
        )
        return row?.id
      }),
    /** Deletes it while it is as it was imported; true when it is gone. */
    deleteFinished: (companyId: CompanyId, id: number): Promise<boolean> =>
      db.withTenant(companyId, async (tx) => {
        const campaign = await campaigns.lock(tx, companyId, campaignId(id))
        if (!campaign) return true
        if (campaign.updatedAt.getTime() !== campaign.createdAt.getTime()) return false
        await campaigns.delete(tx, companyId, campaign.id)
        await events.append(tx, [campaignDeleted(ports, companyId, campaign.id)])
        return true
      }),
  }
}

/** See `openCampaignImports`. */
export type CampaignImports = ReturnType<typeof openCampaignImports>
