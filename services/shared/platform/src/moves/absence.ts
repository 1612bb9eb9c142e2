import { companyId as toCompanyId, type CompanyId } from '@balcao/contracts'

import { spreadSchemas } from '../host/runtime'
import type { MoveEnd } from './move-end'

/** Why a company is absent from a primary: see the migration of `absent_companies`. */
export type AbsenceReason = 'arriving' | 'leaving' | 'left' | 'gone'

/* Every schema says the same. */
const [SCHEMA = ''] = spreadSchemas

/** The primary that a company is absent from for one of these reasons. */
export async function findAbsent(
  ends: readonly MoveEnd[],
  companyId: CompanyId,
  ...reasons: readonly AbsenceReason[]
): Promise<MoveEnd | undefined> {
  const find = `SELECT FROM ${SCHEMA}.absent_companies WHERE company_id = $1 AND reason = ANY ($2)`
  for (const end of ends) if (await end.has(find, [companyId, reasons])) return end
  return undefined
}

/** Companies whose moves from or to a primary are not complete. */
export async function listAbsent(
  end: MoveEnd,
): Promise<{ companyId: CompanyId; reason: Exclude<AbsenceReason, 'gone'> }[]> {
  const rows = await end.rows<{ id: number; reason: Exclude<AbsenceReason, 'gone'> }>(
    `SELECT company_id AS id, reason FROM ${SCHEMA}.absent_companies WHERE reason <> 'gone' ORDER BY 1`,
  )
  return rows.map(({ id, reason }) => ({ companyId: toCompanyId(id), reason }))
}

const eachSchema = (end: MoveEnd, work: (schema: string) => Promise<unknown>): Promise<void> =>
  end.transact(async () => {
    for (const schema of spreadSchemas) await work(schema)
  })

/** In one commit for every schema. */
export const setAbsent = (end: MoveEnd, companyId: CompanyId, reason: AbsenceReason): Promise<void> =>
  eachSchema(end, (schema) =>
    end.rows(
      `INSERT INTO ${schema}.absent_companies (company_id, reason) VALUES ($1, $2)
       ON CONFLICT (company_id) DO UPDATE SET reason = excluded.reason`,
      [companyId, reason],
    ),
  )

export const setPresent = (end: MoveEnd, companyId: CompanyId): Promise<void> =>
  eachSchema(end, (schema) =>
    end.rows(`DELETE FROM ${schema}.absent_companies WHERE company_id = $1`, [companyId]),
  )
