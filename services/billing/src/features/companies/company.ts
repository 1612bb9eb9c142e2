import { companyId, planId, type CompanyId, type CompanyPlanView, type PlanId } from '@balcao/contracts'
import type { CompanySnapshot } from '@balcao/contracts/wire'
import { AppError } from '@balcao/kernel'

import { toPlanView, type Plan } from '../plans'

/** billing's copy of a company, from auth's events. */
export interface Company {
  id: CompanyId
  name: string
  email: string
  phone: string
  active: boolean
  planId: PlanId
  /** End of the paid time; null: never. */
  dueAt: Date | null
  recurrence: string
  createdAt: Date
  /** auth's count of changes: the copy never goes back to a lower one. */
  revision: number
  /** auth's setting of this name: false takes campaigns away whatever the plan has. */
  campaignsEnabled: boolean
}

/** What auth's event of a company tells: all but its settings. */
export type ToldCompany = Omit<Company, 'campaignsEnabled'>

export const toCompany = (snapshot: CompanySnapshot): ToldCompany => ({
  id: companyId(snapshot.id),
  name: snapshot.name,
  email: snapshot.email,
  phone: snapshot.phone,
  active: snapshot.active,
  planId: planId(snapshot.planId),
  dueAt: snapshot.dueAt ?? null,
  recurrence: snapshot.recurrence,
  createdAt: snapshot.createdAt ?? new Date(0),
  revision: snapshot.revision,
})

/** @throws {AppError} ERR_NO_COMPANY_FOUND */
export function requireCompany(company: Company | undefined): Company {
  if (!company) throw new AppError('ERR_NO_COMPANY_FOUND')
  return company
}

export const toCompanyPlanView = (company: Company, plan: Plan): CompanyPlanView => ({
  id: company.id,
  name: company.name,
  email: company.email,
  phone: company.phone,
  status: company.active,
  dueDate: company.dueAt?.toISOString() ?? null,
  createdAt: company.createdAt.toISOString(),
  plan: toPlanView(plan),
})
