import { endpoint, type PlanFlag } from './endpoint'
import { idText, object } from './fields'

export type PlanView = {
  id: number
  name: string
  users: number
  connections: number
  queues: number
  /** In reais, two decimals. */
  value: number
} & Record<PlanFlag, boolean>

export const listPlans = endpoint<PlanView[]>()({
  method: 'get',
  path: '/plans/list',
  access: 'public',
  pastDue: true,
  tag: 'plans',
  summary: 'Plans that can be chosen at sign-up, by name.',
})

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

export const companyPlan = endpoint<CompanyPlanView>()({
  method: 'get',
  path: '/companies/listPlan/:companyId',
  access: 'user',
  pastDue: true,
  params: object({ companyId: idText().required() }),
  tag: 'plans',
  summary: 'The plan of the own company; of any company for super users.',
  errors: ['ERR_NO_COMPANY_FOUND'],
})
