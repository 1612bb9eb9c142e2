import { TRIAL_DAYS, type BusinessHoursView, type CompanyId, type PlanId } from '@balcao/contracts'
import { deskEvent, orderingKeys, type CompanySnapshot, type DeskEvent } from '@balcao/contracts/wire'
import { DAY, type Clock, type Ids } from '@balcao/kernel'

export interface Company {
  id: CompanyId
  name: string
  email: string
  phone: string
  active: boolean
  planId: PlanId
  /** End of the paid time; null: never. */
  dueAt: Date | null
  /** Null for a company that was never on trial. */
  trialEndsAt: Date | null
  schedules: readonly BusinessHoursView[]
  /** IANA zone of the business hours. */
  timeZone: string
  recurrence: string
  createdAt: Date
  /** Counts changes. */
  revision: number
}

export type NewCompany = Omit<Company, 'id' | 'revision' | 'schedules' | 'timeZone'>

/** When the company answers, and in which zone. */
export type CompanyHours = Pick<Company, 'schedules' | 'timeZone'>

/** Case, width and runs of spaces do not distinguish company names. */
export const normalizeCompanyName = (name: string): string =>
  name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

/** A company on trial. The server decides everything except the four given fields. */
export const buildTrialCompany = (
  asked: { name: string; email: string; phone: string; planId: PlanId },
  now: Date,
): NewCompany => {
  const trialEndsAt = new Date(now.getTime() + TRIAL_DAYS * DAY)
  return {
    name: asked.name,
    email: asked.email,
    phone: asked.phone,
    planId: asked.planId,
    active: true,
    dueAt: trialEndsAt,
    trialEndsAt,
    recurrence: 'MENSAL',
    createdAt: now,
  }
}

export const toCompanySnapshot = (company: Company): CompanySnapshot => ({
  id: company.id,
  name: company.name,
  email: company.email,
  phone: company.phone,
  active: company.active,
  planId: company.planId,
  dueAt: company.dueAt ?? undefined,
  recurrence: company.recurrence,
  createdAt: company.createdAt,
  revision: company.revision,
})

/** The event with the company's present state. */
export const companyChanged = (stamp: { ids: Ids; clock: Clock }, company: Company): DeskEvent =>
  deskEvent(stamp, orderingKeys.company(company.id), 'companyChanged', {
    company: toCompanySnapshot(company),
  })
