import { companyId, type CompanyId, type ManagedCompanyView } from '@balcao/contracts'
import type { MediaUsage, Payer, Plan } from '@balcao/contracts/wire'
import {
  AppError,
  WHOLE_LIST,
  readPage,
  type Database,
  type RpcClients,
  type Session,
  type Tx,
} from '@balcao/kernel'

import type { SettingStore, StoredSettings } from '../settings'
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

const BILLING_DEADLINE_MS = 1_000

/** What billing knows of companies. */
interface Billed {
  plans: readonly Plan[]
  payers: readonly Payer[]
  usages: readonly MediaUsage[]
}

/* Left out while billing does not answer: the companies can be worked on without it. */
async function askBilling(
  { rpc, onPlansMissing }: ReadCompaniesDeps,
  companies: readonly Company[],
): Promise<Billed> {
  const within = { deadlineMs: BILLING_DEADLINE_MS }
  const companyIds = companies.map(({ id }) => id)
  try {
    const [{ plans }, { payers }, { usages }] = await Promise.all([
      rpc.billing.listPlans({}, within),
      rpc.billing.listPayers({ companyIds }, within),
      rpc.billing.listMediaUsage({ companyIds }, within),
    ])
    return { plans, payers, usages }
  } catch (error) {
    if (!(error instanceof AppError && error.kind === 'unavailable')) throw error
    onPlansMissing()
    return { plans: [], payers: [], usages: [] }
  }
}

interface Found {
  companies: readonly Company[]
  settings: ReadonlyMap<CompanyId, StoredSettings>
}

async function addSettings(
  { settings }: ReadCompaniesDeps,
  tx: Tx,
  companies: readonly Company[],
): Promise<Found> {
  const ids = companies.map(({ id }) => id)
  return { companies, settings: await settings.readMany(tx, ids) }
}

/* After the transaction: billing is asked over the network. */
async function presentCompanies(
  deps: ReadCompaniesDeps,
  { companies, settings }: Found,
): Promise<ManagedCompanyView[]> {
  const { plans, payers, usages } = await askBilling(deps, companies)
  return companies.map((company) =>
    toManagedCompanyView(company, settings.get(company.id) ?? new Map(), {
      plan: plans.find(({ id }) => id === company.planId),
      payer: payers.find(({ companyId: id }) => id === company.id),
      usage: usages.find(({ companyId: id }) => id === company.id),
    }),
  )
}

/* Platform scope in the next two: super users see every company. */

/** A page of all companies, by name. */
export async function searchCompanies(
  deps: ReadCompaniesDeps,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<{ companies: ManagedCompanyView[]; count: number; hasMore: boolean }> {
  const { found, page } = await deps.db.asPlatform(async (tx) => {
    const { items, ...page } = await readPage({ pageNumber }, (slice) =>
      deps.companies.page(tx, searchParam, slice),
    )
    return { found: await addSettings(deps, tx, items), page }
  })
  return { companies: await presentCompanies(deps, found), ...page }
}

/** All companies by name, at most 5,000. */
export async function listCompanies(deps: ReadCompaniesDeps): Promise<ManagedCompanyView[]> {
  const found = await deps.db.asPlatform(async (tx) => {
    const { items } = await deps.companies.page(tx, '', WHOLE_LIST)
    return addSettings(deps, tx, items)
  })
  return presentCompanies(deps, found)
}

/** The company as its administrators and super users see it. @throws {AppError} ERR_NO_COMPANY_FOUND */
export async function readManagedCompany(
  deps: ReadCompaniesDeps,
  id: CompanyId,
): Promise<ManagedCompanyView> {
  const found = await deps.db.withTenant(id, async (tx) => {
    const company = await deps.companies.find(tx, id)
    if (!company) throw new AppError('ERR_NO_COMPANY_FOUND')
    return addSettings(deps, tx, [company])
  })
  const [view] = await presentCompanies(deps, found)
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
