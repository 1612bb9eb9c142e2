import type { CompanyId } from '@balcao/contracts'

import { FIRST_PRIMARY } from '../postgres'
import type { MoveEnd } from './move-end'

/** Where auth says that the company is. @throws {Error} when there is no such company */
export async function readCompanyPlacement(first: MoveEnd, companyId: CompanyId): Promise<string> {
  const [company] = await first.rows<{ name: string | null }>(
    `SELECT p.name FROM auth.companies c LEFT JOIN auth.company_primaries p USING (company_id) WHERE c.company_id = $1`,
    [companyId],
  )
  if (!company) throw new Error(`there is no company ${companyId}`)
  return company.name ?? FIRST_PRIMARY
}

/** Companies on the first primary have no row. */
export async function setCompanyPlacement(first: MoveEnd, companyId: CompanyId, name: string): Promise<void> {
  if (name === FIRST_PRIMARY)
    await first.rows('DELETE FROM auth.company_primaries WHERE company_id = $1', [companyId])
  else
    await first.rows(
      `INSERT INTO auth.company_primaries (company_id, name) VALUES ($1, $2)
       ON CONFLICT (company_id) DO UPDATE SET name = excluded.name`,
      [companyId, name],
    )
}
