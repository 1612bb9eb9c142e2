import { companyId as toCompanyId, type CompanyId } from '@balcao/contracts'
import {
  HOUR,
  MINUTE,
  runEachDue,
  type Clock,
  type CompanyErasure,
  type Database,
  type Inbox,
  type Job,
  type ServiceName,
  type Subscription,
} from '@balcao/kernel'

import { execute, queryLast, sql } from '../postgres'
import { createLogger } from '../telemetry/logger'
import { deleteCompanyRows } from './company-rows'
import { findNextPass } from './next-pass'

const log = createLogger('company-erasure')

export interface EraseCompaniesDeps {
  service: ServiceName
  db: Database
  inbox: Inbox
  clock: Clock
  erasure: CompanyErasure | undefined
}

interface DeletedCompany {
  id: CompanyId
  deletedAt: Date
}

const BATCH = 20
/* What the rows are waited for at most: a number whose session cannot be ended, for example. */
const WAIT_AT_MOST_MS = HOUR

/** Notes deleted companies for `eraseCompaniesJob`. */
export function companyErasuresConsumer({ service, db, inbox, clock }: EraseCompaniesDeps): Subscription {
  const group = `${service}.company-erasures`
  return {
    group,
    topic: 'auth',
    cases: ['companyDeleted'],
    handle: async ({ event: { companyId, eventId } }) => {
      const now = clock.now()
      await db.withTenant(companyId, async (tx) => {
        if (!(await inbox.claim(tx, group, eventId))) return
        await execute(
          tx,
          sql`INSERT INTO company_erasures (company_id, deleted_at, next_at) VALUES (${companyId}, ${now}, ${now})
            ON CONFLICT (company_id) DO NOTHING`,
        )
      })
    },
  }
}

async function listDue(
  { db, clock }: EraseCompaniesDeps,
  after: DeletedCompany | undefined,
  limit: number,
): Promise<DeletedCompany[]> {
  const rows = await db.asPlatform((tx) =>
    queryLast<{ company_id: number; deleted_at: Date }>(
      tx,
      sql`SELECT company_id, deleted_at FROM company_erasures WHERE next_at <= ${clock.now()} AND company_id > ${after?.id ?? 0}
        ORDER BY company_id LIMIT ${limit}`,
    ),
  )
  return rows.map((row) => ({ id: toCompanyId(row.company_id), deletedAt: row.deleted_at }))
}

async function setNextPass({ db, clock }: EraseCompaniesDeps, company: DeletedCompany): Promise<void> {
  const next = findNextPass(company.deletedAt, clock.now())
  const statement = next
    ? sql`UPDATE company_erasures SET next_at = ${next} WHERE company_id = ${company.id}`
    : sql`DELETE FROM company_erasures WHERE company_id = ${company.id}`
  await db.withTenant(company.id, (tx) => execute(tx, statement))
}

async function eraseCompany(
  deps: EraseCompaniesDeps,
  company: DeletedCompany,
  signal: AbortSignal,
): Promise<void> {
  const { service, db, clock, erasure } = deps
  const isReady = (await erasure?.erase?.(company.id, signal)) ?? true
  const isLate = clock.now().getTime() - company.deletedAt.getTime() > WAIT_AT_MOST_MS
  if (!isReady && !isLate) return
  const rows = await deleteCompanyRows(db, company.id, erasure?.keeps ?? [], signal)
  if (signal.aborted) return
  await setNextPass(deps, company)
  log.info({ service, companyId: company.id, rows }, 'deleted company erased')
}

/**
 * Erases deleted companies from the service's schema and from what its `companyErasure` names, in small transactions: a run that was
 * killed is repeated from the start.
 */
export const eraseCompaniesJob = (deps: EraseCompaniesDeps): Job => ({
  name: `${deps.service}.erase-companies`,
  everyMs: MINUTE,
  run: (signal) =>
    runEachDue<DeletedCompany>(
      {
        size: BATCH,
        list: (after, limit) => listDue(deps, after, limit),
        run: (company) => eraseCompany(deps, company, signal),
      },
      signal,
    ),
})
