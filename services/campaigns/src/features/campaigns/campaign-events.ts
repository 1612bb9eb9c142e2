import type { CampaignId, CompanyId } from '@balcao/contracts'
import {
  deskEvent,
  orderingKeys,
  type CampaignSnapshot,
  type DeskEvent,
  type FilledTemplate,
  type Media,
} from '@balcao/contracts/wire'
import type { Clock, Ids } from '@balcao/kernel'

import type { Campaign } from './campaign'
import { forecastEnd } from './pacing'
import type { CampaignRules } from './read-settings'

interface Stamp {
  ids: Ids
  clock: Clock
}

/* Of a running campaign whose contacts are known. */
function findForecast(campaign: Campaign, rules: CampaignRules): Date | undefined {
  const { status, planned, counts, nextAt, updatedAt, delays } = campaign
  if (status !== 'EM_ANDAMENTO' || !planned) return undefined
  const left = counts.total - counts.delivered - counts.failed - counts.refused
  return forecastEnd(rules, { left, delays, from: nextAt ?? updatedAt })
}

/** The campaign for events and answers. */
export function toCampaignSnapshot(campaign: Campaign, rules: CampaignRules): CampaignSnapshot {
  const forecastAt = findForecast(campaign, rules)
  return {
    id: campaign.id,
    companyId: campaign.companyId,
    name: campaign.name,
    status: campaign.status,
    confirmation: campaign.confirmation,
    opensTicket: campaign.opensTicket,
    messages: [...campaign.messages],
    confirmationMessages: [...campaign.confirmationMessages],
    ...(campaign.template && { template: campaign.template }),
    templateText: campaign.template?.text ?? '',
    templateFileFormat: campaign.template?.file?.format ?? '',
    ...(campaign.scheduledAt && { scheduledAt: campaign.scheduledAt }),
    ...(campaign.completedAt && { completedAt: campaign.completedAt }),
    connectionId: campaign.connectionId ?? 0,
    connectionName: campaign.connectionName,
    contactListId: campaign.contactListId ?? 0,
    contactListName: campaign.contactListName,
    tagId: campaign.tagId ?? 0,
    fileListId: campaign.fileListId ?? 0,
    ...(campaign.media && { media: campaign.media }),
    stopReason: campaign.stopReason ?? '',
    ...(forecastAt && { forecastAt }),
    counts: campaign.counts,
    createdAt: campaign.createdAt,
    updatedAt: campaign.updatedAt,
  }
}

export const campaignChanged = (stamp: Stamp, campaign: CampaignSnapshot, created = false): DeskEvent =>
  deskEvent(stamp, orderingKeys.campaign(campaign.companyId as CompanyId, campaign.id), 'campaignChanged', {
    campaign,
    created,
  })

export const campaignDeleted = (stamp: Stamp, companyId: CompanyId, id: CampaignId): DeskEvent =>
  deskEvent(stamp, orderingKeys.campaign(companyId, id), 'campaignDeleted', { campaignId: id })

interface Requested {
  messageId: string
  connectionId: number
  number: string
  body: string
  media: Media | null
  /** Its text is the body. */
  template?: FilledTemplate | undefined
  /** It asks for the confirmation. */
  asks: boolean
  isReply: boolean
}

/** Asks the gateway to send a message of a campaign: in the second lane of its connection, or, as a reply, among agents' messages. */
export const campaignMessageRequested = (
  stamp: Stamp,
  { id, companyId, name, opensTicket }: Pick<Campaign, 'id' | 'companyId' | 'name' | 'opensTicket'>,
  { optOutWords }: Pick<CampaignRules, 'optOutWords'>,
  { media, template, asks, ...requested }: Requested,
): DeskEvent =>
  deskEvent(stamp, orderingKeys.connection(companyId, requested.connectionId), 'campaignMessageRequested', {
    campaignId: id,
    ...requested,
    ...(media && { media }),
    ...(template && { template }),
    answers: { campaignName: name, asks, opensTicket, optOutWords },
  })
