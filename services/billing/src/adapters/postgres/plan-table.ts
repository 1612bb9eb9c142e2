import { planId } from '@balcao/contracts'
import { column, entityOf, generated, group, hidden } from '@balcao/platform'

import type { Plan } from '../../features/plans/plan.store'

export const plans = entityOf<Plan & { updatedAt?: Date | undefined }>()(
  'plans',
  {
    id: generated(column.int('id', planId)),
    name: column.text('name'),
    users: column.int('users'),
    connections: column.int('connections'),
    queues: column.int('queues'),
    valueCents: column.int('value_cents'),
    apiMessagesPerMinute: column.int('api_messages_per_minute'),
    apiMessagesPerDay: column.int('api_messages_per_day'),
    mediaMegabytes: column.int('media_megabytes'),
    flags: group({
      useCampaigns: column.bool('use_campaigns'),
      useSchedules: column.bool('use_schedules'),
      useInternalChat: column.bool('use_internal_chat'),
      useExternalApi: column.bool('use_external_api'),
      useKanban: column.bool('use_kanban'),
      useOpenAi: column.bool('use_open_ai'),
      useIntegrations: column.bool('use_integrations'),
    }),
    offered: column.bool('offered'),
    updatedAt: hidden(column.time('updated_at')),
  },
  { unmapped: ['created_at'] },
)
