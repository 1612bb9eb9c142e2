import { planId, type PlanId } from '@balcao/contracts'
import { PAGE_SIZES, type Tx } from '@balcao/kernel'
import { entityManagerOf } from '@balcao/platform'

import type { Plan, PlanStore } from '../../features/plans/plan.store'
import { planRecords, type PlanRecord } from './records'

const toPlan = (record: PlanRecord): Plan => ({
  id: planId(record.id),
  name: record.name,
  users: record.users,
  connections: record.connections,
  queues: record.queues,
  valueCents: record.valueCents,
  flags: {
    useCampaigns: record.useCampaigns,
    useSchedules: record.useSchedules,
    useInternalChat: record.useInternalChat,
    useExternalApi: record.useExternalApi,
    useKanban: record.useKanban,
    useOpenAi: record.useOpenAi,
    useIntegrations: record.useIntegrations,
  },
  offered: record.offered,
})

export class PgPlanStore implements PlanStore {
  async find(tx: Tx, id: PlanId): Promise<Plan | undefined> {
    const record = await entityManagerOf(tx).findOneBy(planRecords, { id })
    return record ? toPlan(record) : undefined
  }

  async listOffered(tx: Tx): Promise<Plan[]> {
    const where = { offered: true }
    const records = await entityManagerOf(tx).find(planRecords, {
      where,
      order: { name: 'ASC', id: 'ASC' },
      take: PAGE_SIZES.all,
    })
    return records.map(toPlan)
  }
}
