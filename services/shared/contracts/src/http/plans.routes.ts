import { route } from './route'

export type PlanFlag =
  | 'useCampaigns'
  | 'useSchedules'
  | 'useInternalChat'
  | 'useExternalApi'
  | 'useKanban'
  | 'useOpenAi'
  | 'useIntegrations'

export type PlanView = {
  id: number
  name: string
  users: number
  connections: number
  queues: number
  /** In reais, two decimals. */
  value: number
} & Record<PlanFlag, boolean>

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
  companyPlan: route('get', '/companies/listPlan/:companyId').with<{ answer: CompanyPlanView }>(),
}
