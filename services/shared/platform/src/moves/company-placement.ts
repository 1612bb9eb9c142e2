import type { CompanyId } from '@balcao/contracts'

import { spreadSchemas } from '../host/runtime'
import { FIRST_PRIMARY, type PostgresServer } from '../postgres'
import { MoveEnd, type Primaries } from './move-end'

/* Also those without companies: services that know one measure it every hour, and may place a company there at any time. */
const IN_USE = `
  SELECT name FROM auth.company_primaries
  UNION SELECT name FROM auth.primary_sizes WHERE measured_at > now() - interval '1 day'`

/**
 * The servers that a schema is on, the first one first.
 * @throws {Error} where another one is in use: a command would leave it out
 */
export async function listServersOf(
  schema: string,
  primaries: Primaries,
): Promise<[PostgresServer, ...PostgresServer[]]> {
  const [first, ...more] = primaries
  if (!first) throw new RangeError('no primary')
  if (!spreadSchemas.includes(schema)) return [first.server]
  const end = await MoveEnd.open(FIRST_PRIMARY, 0, first.server)
  try {
    const [unknown] = await end.rows<{ name: string }>(
      `SELECT name FROM (${IN_USE}) AS used WHERE name <> ALL ($1) ORDER BY 1`,
      [[FIRST_PRIMARY, ...more.map(({ name }) => name)]],
    )
    if (unknown) throw new Error(`the primary ${unknown.name} is in use: name it in MORE_PRIMARIES`)
  } finally {
    await end.close()
  }
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
