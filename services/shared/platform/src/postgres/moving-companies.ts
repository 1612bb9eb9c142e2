import type { Client } from 'pg'

/** Of the publication, the slot and the subscription of a company that moves; its id follows. */
export const REPLICATION_PREFIX = 'balcao_company_'

const FIND = `
  SELECT name FROM (SELECT pubname AS name FROM pg_publication
    UNION SELECT subname FROM pg_subscription WHERE subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())) AS found
  WHERE starts_with(name, '${REPLICATION_PREFIX}') ORDER BY name LIMIT 1`

/** A table that changes while a company moves would be another one where it goes. @throws {Error} naming the company */
export async function refuseMovingCompanies(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(FIND)
  const [moving] = rows
  if (moving)
    throw new Error(
      `Company ${moving.name.slice(REPLICATION_PREFIX.length)} is moving to another primary: let it end, or undo it, and run the migrations again.`,
    )
}
