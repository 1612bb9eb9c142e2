import type { CompanyId } from '@balcao/contracts'

import { leaseTimes, SESSION_LEASE } from '../leases'
import type { MoveEnd } from './move-end'

const GATEWAY = 'messaging_gateway'
/* Of leases that no process may take. */
const MOVING = 'moving to another primary'
const OF_COMPANY = `name IN (SELECT '${SESSION_LEASE}' || id FROM ${GATEWAY}.connections WHERE company_id = $1)`

export interface TakenLease {
  name: string
  epoch: string
}

/** Whoever holds a session of the company finds it taken within seconds, as by another process. */
export const takeLeases = (source: MoveEnd, companyId: CompanyId): Promise<TakenLease[]> =>
  source.rows<TakenLease & Record<string, unknown>>(
    `UPDATE ${GATEWAY}.session_lease SET owner = $2, epoch = epoch + 1, expires_at = 'infinity', updated_at = clock_timestamp()
     WHERE ${OF_COMPANY} RETURNING name, epoch`,
    [companyId, MOVING],
  )

/** Free where the company goes once every former holder has noticed. @param takenAt by `performance.now` */
export async function moveLeases(
  target: MoveEnd,
  leases: readonly TakenLease[],
  takenAt: number,
): Promise<void> {
  const leftMs = Math.max(0, leaseTimes.ttlMs - (performance.now() - takenAt))
  await target.rows(
    `INSERT INTO ${GATEWAY}.session_lease AS l (name, owner, epoch, expires_at)
     SELECT name, $3, epoch, clock_timestamp() + $4 * interval '1 ms' FROM unnest($1::text[], $2::bigint[]) AS taken (name, epoch)
     ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, epoch = greatest(l.epoch, excluded.epoch), expires_at = excluded.expires_at`,
    [leases.map(({ name }) => name), leases.map(({ epoch }) => epoch), MOVING, leftMs],
  )
}

/** Where they were taken: free at once. */
export async function giveLeasesBack(source: MoveEnd, companyId: CompanyId): Promise<void> {
  await source.rows(
    `UPDATE ${GATEWAY}.session_lease SET owner = NULL, expires_at = clock_timestamp() WHERE owner = $2 AND ${OF_COMPANY}`,
    [companyId, MOVING],
  )
}

/** Before the connections' rows, by which they are found. */
export async function deleteLeases(source: MoveEnd, companyId: CompanyId): Promise<void> {
  await source.rows(`DELETE FROM ${GATEWAY}.session_lease WHERE ${OF_COMPANY}`, [companyId])
}
