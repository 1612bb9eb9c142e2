import { endpoint } from './endpoint'
import { idText, object } from './fields'
import { planRoutes } from './plans.routes'

export const listPlans = endpoint(planRoutes.listPlans, {
  access: 'public',
  pastDue: true,
  tag: 'plans',
  summary: 'Plans that can be chosen at sign-up, by name.',
})

export const companyPlan = endpoint(planRoutes.companyPlan, {
  access: 'user',
  pastDue: true,
  params: object({ companyId: idText().required() }),
  tag: 'plans',
  summary: 'The plan of the own company; of any company for super users.',
  errors: ['ERR_NO_COMPANY_FOUND'],
})
