import type { CompanyId } from '@balcao/contracts'

import { spreadSchemas } from '../host/runtime'
import { FIRST_PRIMARY, type PostgresServer } from '../postgres'
import { openEnds, type MoveEnd, type Primaries } from './move-end'

/**
 * The servers that a schema is on, the first one first.
 * @throws {Error} where companies are on one that is not given: a command would leave it out
 */
export async function listServersOf(
  schema: string,
  primaries: Primaries,
): Promise<[PostgresServer, ...PostgresServer[]]> {
  const [first, ...more] = primaries
  if (!first) throw new RangeError('no primary')
  if (!spreadSchemas.includes(schema)) return [first.server]
  const unknown = await openEnds([first], async ([end]) =>
    end?.rows<{ name: string }>('SELECT DISTINCT name FROM auth.company_primaries WHERE name <> ALL ($1)', [
      more.map(({ name }) => name),
    ]),
  )
  if (unknown?.[0])
    throw new Error(`companies are on the primary ${unknown[0].name}: name it in MORE_PRIMARIES`)
  return [first.server, ...more.map(({ server }) => server)]
}

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
