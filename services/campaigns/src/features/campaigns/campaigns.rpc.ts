import { companyId, connectionId } from '@balcao/contracts'
import { CampaignsServiceService, type CampaignsServiceServer } from '@balcao/contracts/wire'
import { AppError, type RpcBinding, type ServicePorts } from '@balcao/kernel'
import { implementRpc } from '@balcao/platform'

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
      if (!Number.isInteger(request.companyId) || request.companyId < 1)
        throw new AppError('ERR_VALIDATION', { detail: 'company_id is required' })
      const company = companyId(request.companyId)
      const connection = connectionId(request.connectionId)
      return deps.db.withTenant(company, async (tx) => ({
        campaigns: await deps.campaigns.countWithoutTemplate(tx, company, connection),
        schedules: await deps.schedules.countWithoutTemplate(tx, company, connection),
      }))
    },
  }),
})
