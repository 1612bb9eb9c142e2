import type { CompanyId } from '@balcao/contracts'

import { FIRST_PRIMARY } from '../postgres'
import type { MoveEnd } from './move-end'

/** Where auth says that the company is, or was before it was deleted. */
export async function readCompanyPlacement(first: MoveEnd, companyId: CompanyId): Promise<string> {
  const [placed] = await first.rows<{ name: string }>(
    'SELECT name FROM auth.company_primaries WHERE company_id = $1',
    [companyId],
  )
  return placed?.name ?? FIRST_PRIMARY
}

/** @throws {Error} when there is no such company */
export async function assertCompanyExists(first: MoveEnd, companyId: CompanyId): Promise<void> {
  if (!(await first.has('SELECT FROM auth.companies WHERE company_id = $1', [companyId])))
    throw new Error(`there is no company ${companyId}`)
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
