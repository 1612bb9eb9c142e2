import type {
  BodyOf,
  createPlan,
  ManagedPlanView,
  PlanFlag,
  PlanId,
  PlanView,
  updatePlan,
} from '@balcao/contracts'
import type { Plan as PlanMessage } from '@balcao/contracts/wire'

export interface Plan {
  id: PlanId
  name: string
  users: number
  connections: number
  queues: number
  valueCents: number
  /** Messages of the send API in a minute of the clock; 0 without limit. */
  apiMessagesPerMinute: number
  /** Messages of the send API in a day of São Paulo; 0 without limit. */
  apiMessagesPerDay: number
  /** Media that each of its companies may keep, in units of 1024 × 1024 bytes; 0 without limit. */
  mediaMegabytes: number
  flags: Record<PlanFlag, boolean>
  /** Can be chosen at sign-up. */
  offered: boolean
}

export type NewPlan = Omit<Plan, 'id'>

/** What a company may use of its plan: without `campaignsEnabled` no campaigns. */
export const restrictPlan = (plan: Plan, company: { campaignsEnabled: boolean }): Plan => ({
  ...plan,
  flags: { ...plan.flags, useCampaigns: plan.flags.useCampaigns && company.campaignsEnabled },
})

const toCents = (reais: number): number => Math.round(reais * 100)

/** A plan as a super user described it. */
export const buildPlan = (body: BodyOf<typeof createPlan>): NewPlan => ({
  name: body.name,
  users: body.users,
  connections: body.connections,
  queues: body.queues,
  valueCents: toCents(body.value),
  apiMessagesPerMinute: body.apiMessagesPerMinute,
  apiMessagesPerDay: body.apiMessagesPerDay,
  mediaMegabytes: body.mediaMegabytes,
  flags: {
    useCampaigns: body.useCampaigns,
    useSchedules: body.useSchedules,
    useInternalChat: body.useInternalChat,
    useExternalApi: body.useExternalApi,
    useKanban: body.useKanban,
    useOpenAi: body.useOpenAi,
    useIntegrations: body.useIntegrations,
  },
  offered: body.offered,
})

/** The plan with what the patch names. */
export const patchPlan = (plan: Plan, patch: BodyOf<typeof updatePlan>): Plan => ({
  id: plan.id,
  name: patch.name ?? plan.name,
  users: patch.users ?? plan.users,
  connections: patch.connections ?? plan.connections,
  queues: patch.queues ?? plan.queues,
  valueCents: patch.value === undefined ? plan.valueCents : toCents(patch.value),
  apiMessagesPerMinute: patch.apiMessagesPerMinute ?? plan.apiMessagesPerMinute,
  apiMessagesPerDay: patch.apiMessagesPerDay ?? plan.apiMessagesPerDay,
  mediaMegabytes: patch.mediaMegabytes ?? plan.mediaMegabytes,
  flags: {
    useCampaigns: patch.useCampaigns ?? plan.flags.useCampaigns,
    useSchedules: patch.useSchedules ?? plan.flags.useSchedules,
    useInternalChat: patch.useInternalChat ?? plan.flags.useInternalChat,
    useExternalApi: patch.useExternalApi ?? plan.flags.useExternalApi,
    useKanban: patch.useKanban ?? plan.flags.useKanban,
    useOpenAi: patch.useOpenAi ?? plan.flags.useOpenAi,
    useIntegrations: patch.useIntegrations ?? plan.flags.useIntegrations,
  },
  offered: patch.offered ?? plan.offered,
})

export const toPlanView = (plan: Plan): PlanView => ({
  id: plan.id,
  name: plan.name,
  users: plan.users,
  connections: plan.connections,
  queues: plan.queues,
  value: plan.valueCents / 100,
  apiMessagesPerMinute: plan.apiMessagesPerMinute,
  apiMessagesPerDay: plan.apiMessagesPerDay,
  mediaMegabytes: plan.mediaMegabytes,
  ...plan.flags,
})

export const toManagedPlanView = (plan: Plan): ManagedPlanView => ({
  ...toPlanView(plan),
  offered: plan.offered,
})

export const toPlanMessage = (plan: Plan): PlanMessage => ({
  id: plan.id,
  name: plan.name,
  users: plan.users,
  connections: plan.connections,
  queues: plan.queues,
  valueCents: plan.valueCents,
  apiMessagesPerMinute: plan.apiMessagesPerMinute,
  apiMessagesPerDay: plan.apiMessagesPerDay,
  mediaMegabytes: plan.mediaMegabytes,
  ...plan.flags,
  offered: plan.offered,
})
