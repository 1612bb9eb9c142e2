import type { SignMedia } from '@balcao/contracts/wire'
import type { Service, ServicePorts } from '@balcao/kernel'
import { createHttpEdge, deadEventsConsumer, sweepBlobsJob } from '@balcao/platform'

import { PgScheduleStore } from './adapters/postgres'
import type { CampaignsConfig } from './config'
import { contactsConsumer } from './features/schedules/contacts.consumer'
import type { ScheduleDeps } from './features/schedules/schedule-deps'
import { schedulesJob } from './features/schedules/schedules.job'
import { schedulesRoutes } from './features/schedules/schedules.routes'
import { campaignsMigrations } from './migrations'

export { campaignsConfig, type CampaignsConfig } from './config'

/** Messages sent at a scheduled time. */
export function createCampaignsService(_config: CampaignsConfig, ports: ServicePorts): Service {
  const sign: SignMedia = (companyId, key, options) => ports.mediaLinks.sign(companyId, key, options)
  const deps: ScheduleDeps = { ...ports, schedules: new PgScheduleStore() }
  const edge = createHttpEdge(ports, 'campaigns')
  schedulesRoutes(edge, { ...deps, sign })

  return {
    name: 'campaigns',
    http: edge.router,
    rpc: [],
    consumers: [contactsConsumer(deps), deadEventsConsumer('campaigns', ports)],
    jobs: [schedulesJob(deps), sweepBlobsJob('campaigns', ports)],
    migrations: campaignsMigrations,
    pending: async () => {
      // Counts all companies.
      const due = await ports.db.asPlatform((tx) => deps.schedules.listDue(tx, ports.clock.now(), 20))
      return due.map(({ id }) => `campaigns.schedules: schedule ${id} is due`)
    },
  }
}
