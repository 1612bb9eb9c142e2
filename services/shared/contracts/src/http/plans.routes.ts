import type { planBody, planPatchBody, searchPlansQuery } from './plans.http'
import { type Sent, route } from './route'

/** What a plan includes or not, by the plan's field, in the order of forms and lists. */
export const planFlags = [
  'useCampaigns',
  'useSchedules',
  'useInternalChat',
  'useExternalApi',
  'useKanban',
  'useOpenAi',
  'useIntegrations',
] as const
export type PlanFlag = (typeof planFlags)[number]

/** What a plan counts, by the plan's field. */
export const planLimits = ['users', 'connections', 'queues', 'mediaMegabytes'] as const
export type PlanLimit = (typeof planLimits)[number]

/** What a new plan allows where its maker says nothing: far above what a busy desk needs, and an end for a script that runs away. */
export const defaultQuotas = {
  apiMessagesPerMinute: 120,
  apiMessagesPerDay: 20_000,
  mediaMegabytes: 50 * 1024,
}

export type PlanView = {
  id: number
  name: string
  users: number
  connections: number
  queues: number
  /** In reais, two decimals. */
  value: number
  /** Messages of the send API in a minute of the clock; 0 without limit. */
  apiMessagesPerMinute: number
  /** Messages of the send API in a day of São Paulo; 0 without limit. */
  apiMessagesPerDay: number
  /** Media that each of its companies may keep, in units of 1024 × 1024 bytes; 0 without limit. */
  mediaMegabytes: number
} & Record<PlanFlag, boolean>

/** A plan as super users see it. */
export type ManagedPlanView = PlanView & {
  /** Can be chosen at sign-up. */
  offered: boolean
}

export interface CompanyPlanView {
  id: number
  name: string
  email: string
  phone: string
  status: boolean
  dueDate: string | null
  createdAt: string
  plan: PlanView
}

export const planRoutes = {
  listPlans: route('get', '/plans/list').with<{ answer: PlanView[] }>(),
  searchPlans: route('get', '/plans').with<{
    query: Sent<typeof searchPlansQuery>
    answer: { plans: ManagedPlanView[]; count: number; hasMore: boolean }
  }>(),
  listAllPlans: route('get', '/plans/all').with<{ answer: ManagedPlanView[] }>(),
  getPlan: route('get', '/plans/:planId').with<{ answer: ManagedPlanView }>(),
  createPlan: route('post', '/plans').with<{ body: Sent<typeof planBody>; answer: ManagedPlanView }>(),
  updatePlan: route('put', '/plans/:planId').with<{
    body: Sent<typeof planPatchBody>
    answer: ManagedPlanView
  }>(),
  deletePlan: route('delete', '/plans/:planId').with<{ answer: { message: string } }>(),
  companyPlan: route('get', '/companies/listPlan/:companyId').with<{ answer: CompanyPlanView }>(),
}
