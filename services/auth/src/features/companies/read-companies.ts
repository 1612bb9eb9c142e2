import { companyId, type CompanyId, type ManagedCompanyView } from '@balcao/contracts'
import type { Plan } from '@balcao/contracts/wire'
import { AppError, PAGE_SIZES, type Database, type RpcClients, type Session, type Tx } from '@balcao/kernel'

import type { SettingStore } from '../settings'
import type { Company } from './company'
import type { CompanyStore } from './company.store'
import { toManagedCompanyView } from './managed-company'

export interface ReadCompaniesDeps {
  db: Database
  companies: CompanyStore
  settings: SettingStore
  rpc: Pick<RpcClients, 'billing'>
  onPlansMissing(): void
}

const PLANS_DEADLINE_MS = 1_000

/* Names are left out while billing does not answer: the companies can be worked on without them. */
async function listPlans({ rpc, onPlansMissing }: ReadCompaniesDeps): Promise<Plan[]> {
  try {
    return (await rpc.billing.listPlans({}, { deadlineMs: PLANS_DEADLINE_MS })).plans
  } catch (error) {
    if (!(error instanceof AppError && error.kind === 'unavailable')) throw error
    onPlansMissing()
    return []
  }
}

async function presentCompanies(
  deps: ReadCompaniesDeps,
  tx: Tx,
  companies: readonly Company[],
): Promise<(plans: readonly Plan[]) => ManagedCompanyView[]> {
  const settings = await deps.settings.readMany(
    tx,
    companies.map(({ id }) => id),
    'campaignsEnabled',
  )
  return (plans) =>
    companies.map((company) =>
      toManagedCompanyView(
        company,
        settings.get(company.id) ?? new Map(),
        plans.find(({ id }) => id === company.planId),
      ),
    )
}

/* Platform scope in the next two: super users see every company. */

/** A page of all companies, by name. */
export async function searchCompanies(
  deps: ReadCompaniesDeps,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<{ companies: ManagedCompanyView[]; count: number; hasMore: boolean }> {
  const size = PAGE_SIZES.other
  const { present, count } = await deps.db.asPlatform(async (tx) => {
    const page = await deps.companies.page(tx, { searchParam, pageNumber, size })
    return { present: await presentCompanies(deps, tx, page.companies), count: page.count }
  })
  return { companies: present(await listPlans(deps)), count, hasMore: count > pageNumber * size }
}

/** All companies by name, at most 5,000. */
export async function listCompanies(deps: ReadCompaniesDeps): Promise<ManagedCompanyView[]> {
  const present = await deps.db.asPlatform(async (tx) => {
    const page = await deps.companies.page(tx, { searchParam: '', pageNumber: 1, size: PAGE_SIZES.all })
    return presentCompanies(deps, tx, page.companies)
  })
  return present(await listPlans(deps))
}

/** The company as its administrators and super users see it. @throws {AppError} ERR_NO_COMPANY_FOUND */
export async function readManagedCompany(
  deps: ReadCompaniesDeps,
  id: CompanyId,
): Promise<ManagedCompanyView> {
  const present = await deps.db.withTenant(id, async (tx) => {
    const company = await deps.companies.find(tx, id)
    if (!company) throw new AppError('ERR_NO_COMPANY_FOUND')
    return presentCompanies(deps, tx, [company])
  })
  const [view] = present(await listPlans(deps))
  if (!view) throw new AppError('ERR_NO_COMPANY_FOUND')
  return view
}

/** The own company; any for super users. Another company is not found, as an unknown one. @throws {AppError} ERR_NO_COMPANY_FOUND */
export function readCompany(
  deps: ReadCompaniesDeps,
  session: Session,
  asked: number,
): Promise<ManagedCompanyView> {
  const id = companyId(asked)
  if (id !== session.companyId && !session.super) throw new AppError('ERR_NO_COMPANY_FOUND')
  return readManagedCompany(deps, id)
}
