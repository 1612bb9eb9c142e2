import type { CompanyId, CompanyLocale } from '@balcao/contracts'
import type { ServicePorts } from '@balcao/kernel'

import type { ContactListItemStore, ContactListStore } from '../contact-lists'
import type { FileListStore } from '../files'
import type { CampaignItemStore } from './campaign-item.store'
import type { CampaignStore } from './campaign.store'
import type { MessageBudget } from './message-budget'

export interface CampaignDeps extends Pick<
  ServicePorts,
  'db' | 'events' | 'inbox' | 'clock' | 'ids' | 'rpc' | 'blobs' | 'pendingBlobs'
> {
  campaigns: CampaignStore
  campaignItems: CampaignItemStore
  contactLists: ContactListStore
  contactListItems: ContactListItemStore
  fileLists: FileListStore
  /** The zone of its hours, and the language of what variables say. */
  localeOf(companyId: CompanyId): Promise<CompanyLocale>
  /** From 0 to 1. */
  chance: () => number
  /** Whether the company's plan has campaigns and is paid. */
  mayRun(companyId: number): Promise<boolean>
  budget: MessageBudget
}
