import { companyId } from '@balcao/contracts'
import type { SignMedia } from '@balcao/contracts/wire'
import type { Service, ServicePorts, SheetReader } from '@balcao/kernel'
import {
  ChildSheetReader,
  createCompanyLocale,
  createEntitlements,
  createHttpEdge,
  deadEventsConsumer,
  PgSheetImportStore,
  sweepBlobsJob,
} from '@balcao/platform'

import { PgCampaignItemStore } from './adapters/postgres/pg-campaign-item-store'
import { PgCampaignStore } from './adapters/postgres/pg-campaign-store'
import { PgContactListItemStore } from './adapters/postgres/pg-contact-list-item-store'
import { PgContactListStore } from './adapters/postgres/pg-contact-list-store'
import { PgFileListStore } from './adapters/postgres/pg-file-list-store'
import { PgScheduleStore } from './adapters/postgres/pg-schedule-store'
import { campaignsCompanyExport } from './company-export'
import type { CampaignsConfig } from './config'
import {
  campaignAnswersConsumer,
  campaignErasuresConsumer,
  campaignMessagesConsumer,
} from './features/campaigns/campaigns.consumer'
import { campaignJobs } from './features/campaigns/campaigns.job'
import { campaignsRoutes } from './features/campaigns/campaigns.routes'
import { campaignsRpc } from './features/campaigns/campaigns.rpc'
import { createMessageBudget } from './features/campaigns/message-budget'
import { contactListJobs } from './features/contact-lists/contact-lists.job'
import { contactListsRoutes } from './features/contact-lists/contact-lists.routes'
import { fileRoutes } from './features/files/files.routes'
import { contactsConsumer } from './features/schedules/contacts.consumer'
import { schedulesJob } from './features/schedules/schedules.job'
import { schedulesRoutes } from './features/schedules/schedules.routes'
import { campaignsMigrations } from './migrations'
import { signals } from './signals'

export { campaignsConfig, type CampaignsConfig } from './config'
export { openCampaignImports, type CampaignImports, type ImportedCampaign } from './imported-campaigns'
export { openScheduleImports, type ImportedSchedule, type ScheduleImports } from './system-imports'

/* Whether the plan has campaigns; entitlements are at most ten seconds old. */
function createMayRun(ports: ServicePorts): (company: number) => Promise<boolean> {
  const entitlements = createEntitlements(ports)
  return async (company) => (await entitlements.flags(companyId(company))).useCampaigns
}

const wire = (ports: ServicePorts, sheets: SheetReader) => ({
  ...ports,
  schedules: new PgScheduleStore(),
  fileLists: new PgFileListStore(),
  localeOf: createCompanyLocale(ports, 'campaigns', signals.settingsUnavailable),
  campaigns: new PgCampaignStore(),
  campaignItems: new PgCampaignItemStore(),
  chance: Math.random,
  mayRun: createMayRun(ports),
  budget: createMessageBudget(ports),
  contactLists: new PgContactListStore(),
  contactListItems: new PgContactListItemStore(),
  imports: new PgSheetImportStore(),
  sheets,
})

/** Messages sent at a scheduled time, campaigns and their contact lists. */
export function createCampaignsService(
  _config: CampaignsConfig,
  ports: ServicePorts,
  sheets: SheetReader = new ChildSheetReader(),
): Service {
  const sign: SignMedia = (companyId, key, options) => ports.mediaLinks.sign(companyId, key, options)
  const deps = wire(ports, sheets)
  const edge = createHttpEdge(ports, 'campaigns')
  schedulesRoutes(edge, { ...deps, sign })
  contactListsRoutes(edge, deps)
  fileRoutes(edge, deps, sign)
  campaignsRoutes(edge, { ...deps, sign })

  return {
    name: 'campaigns',
    http: edge.router,
    rpc: [campaignsRpc(deps)],
    consumers: [
      contactsConsumer(deps),
      campaignMessagesConsumer(deps),
      campaignAnswersConsumer(deps),
      campaignErasuresConsumer(deps),
      deadEventsConsumer('campaigns', ports),
    ],
    jobs: [
      schedulesJob(deps),
      ...contactListJobs(deps),
      ...campaignJobs(deps),
      sweepBlobsJob('campaigns', ports),
    ],
    migrations: campaignsMigrations,
    companyExport: campaignsCompanyExport(ports.db),
    pending: async () => {
      // Counts all companies.
      const due = await ports.db.asPlatform((tx) => deps.schedules.listDue(tx, ports.clock.now(), 20))
      return due.map(({ id }) => `campaigns.schedules: schedule ${id} is due`)
    },
  }
}
