import { isDeepStrictEqual } from 'node:util'

import {
  companyId as toCompanyId,
  type BodyOf,
  type CompanyHoursView,
  type CompanyId,
  type putCompanyHours as putEndpoint,
} from '@balcao/contracts'
import { AppError, type Clock, type Database, type EventLog, type Ids, type Session } from '@balcao/kernel'

import { companyChanged, type Company } from './company'
import type { CompanyStore } from './company.store'

export interface CompanyHoursDeps {
  db: Database
  companies: CompanyStore
  events: EventLog
  ids: Ids
  clock: Clock
  onHoursChanged(who: Pick<Session, 'companyId' | 'userId'>): void
}

type HoursPatch = BodyOf<typeof putEndpoint>

const view = ({ schedules, timeZone }: Company): CompanyHoursView => ({
  schedules: [...schedules],
  timeZone,
})

/* Another company is not found, as an unknown one. */
function requireOwn({ companyId }: Session, asked: number): CompanyId {
  if (toCompanyId(asked) !== companyId) throw new AppError('ERR_NO_COMPANY_FOUND')
  return companyId
}

/** The company's business hours. @throws {AppError} ERR_NO_COMPANY_FOUND */
export async function readCompanyHours(
  deps: CompanyHoursDeps,
  session: Session,
  asked: number,
): Promise<CompanyHoursView> {
  const companyId = requireOwn(session, asked)
  const company = await deps.db.withTenant(companyId, (tx) => deps.companies.find(tx, companyId))
  if (!company) throw new AppError('ERR_NO_COMPANY_FOUND')
  return view(company)
}

/** The hours with what the patch names; unchanged ones make no event. @throws {AppError} ERR_NO_COMPANY_FOUND */
export async function setCompanyHours(
  deps: CompanyHoursDeps,
  session: Session,
  asked: number,
  patch: HoursPatch,
): Promise<CompanyHoursView> {
  const companyId = requireOwn(session, asked)
  return deps.db.withTenant(companyId, async (tx) => {
    const before = await deps.companies.lock(tx, companyId)
    if (!before) throw new AppError('ERR_NO_COMPANY_FOUND')
    const hours = {
      schedules: patch.schedules ?? before.schedules,
      timeZone: patch.timeZone ?? before.timeZone,
    }
    if (isDeepStrictEqual(view({ ...before, ...hours }), view(before))) return view(before)
    const company = await deps.companies.setHours(tx, companyId, hours, deps.clock.now())
    await deps.events.append(tx, [companyChanged(deps, company)])
    deps.onHoursChanged({ companyId, userId: session.userId })
    return view(company)
  })
}
