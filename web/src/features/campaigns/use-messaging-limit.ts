import type { CampaignPreviewView, LanesAnswer } from '@balcao/contracts'

import type { CampaignBody } from '../../data/campaigns.api'
import { useGetLanesQuery } from '../../data/connections.api'

export interface MessagingLimit {
  /** Customers in 24 hours. */
  total: number
  used: number
  /** In how many days the campaign leaves at least, by this limit; 1: within it. */
  days: number
}

/** What of Meta's limit is left for so many people. */
export const computeMessagingLimit = (
  { total, used }: NonNullable<LanesAnswer['newChats']['quota']>,
  people: number,
): MessagingLimit => ({ total, used, days: Math.max(1, Math.ceil((used + people) / total)) })

const DAY_MS = 86_400_000

/** When the campaign ends by its pace, and by the limit. */
export const findEnd = (
  { startsAt, endsAt }: Pick<CampaignPreviewView, 'startsAt' | 'endsAt'>,
  limit: MessagingLimit | undefined,
): Date => {
  const lastDay = new Date(startsAt).getTime() + ((limit?.days ?? 1) - 1) * DAY_MS
  return new Date(Math.max(new Date(endsAt).getTime(), lastDay))
}

/** Meta's limit of customers whom the campaign's number sends templates to; undefined where there is none, and until it is known. */
export const useMessagingLimit = (
  { template, whatsappId }: Partial<CampaignBody>,
  { people }: CampaignPreviewView,
): MessagingLimit | undefined => {
  const { data } = useGetLanesQuery(whatsappId ?? 0, { skip: !template || !whatsappId })
  const quota = data?.newChats.quota
  return quota ? computeMessagingLimit(quota, people) : undefined
}
