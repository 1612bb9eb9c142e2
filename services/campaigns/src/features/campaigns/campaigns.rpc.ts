import { connectionId } from '@balcao/contracts'
import { CampaignsServiceService, type CampaignsServiceServer } from '@balcao/contracts/wire'
import type { RpcBinding, ServicePorts } from '@balcao/kernel'
import { implementRpc, requireCompanyId } from '@balcao/platform'

import type { ScheduleStore } from '../schedules'
import type { CampaignStore } from './campaign.store'

export interface CampaignsRpcDeps extends Pick<ServicePorts, 'db'> {
  campaigns: CampaignStore
  schedules: ScheduleStore
}

/** gRPC calls of other services, which name the company themselves: the listener admits services' certificates only. */
export const campaignsRpc = (deps: CampaignsRpcDeps): RpcBinding => ({
  name: 'desk.campaigns.v1.CampaignsService',
  definition: CampaignsServiceService,
  implementation: implementRpc<CampaignsServiceServer>({
    countWithoutTemplate: (request) => {
      const company = requireCompanyId(request)
      const connection = connectionId(request.connectionId)
      return deps.db.withTenant(company, async (tx) => ({
        campaigns: await deps.campaigns.countWithoutTemplate(tx, company, connection),
        schedules: await deps.schedules.countWithoutTemplate(tx, company, connection),
      }))
    },
  }),
})
