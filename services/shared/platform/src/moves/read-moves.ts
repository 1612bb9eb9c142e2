import type { CompanyId } from '@balcao/contracts'

import { FIRST_PRIMARY } from '../postgres'
import { listAbsent } from './absence'
import { listCompanyTables } from './company-tables'
import { openEnds, type MoveEnd, type Primaries } from './move-end'
import type { CompanySize } from './plan-moves'
import { findLag, readCopyProgress } from './replication'

/** A company that is on its way, or whose former rows are still there. */
export interface MoveInProgress {
  companyId: CompanyId
  /** Copying: it works where it was. Switching: it waits. Deleting: it works where it goes. */
  state: 'copying' | 'switching' | 'deleting'
  from: string
  to: string
  /** Of its tables, while they are copied. */
  copied: number
  tables: number
  /** Bytes of the source's log that the target has not followed; undefined where nothing follows. */
  behind: number | undefined
}

/* Companies without a row are on the first one. */
async function listPlacements(first: MoveEnd): Promise<Map<number, string>> {
  const rows = await first.rows<{ id: number; name: string }>(
    'SELECT company_id AS id, name FROM auth.company_primaries',
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The moves that have begun and are not complete. */
export async function readMoves(primaries: Primaries): Promise<MoveInProgress[]> {
  return openEnds(primaries, async (ends) => {
    const [first] = ends
    const placements = first ? await listPlacements(first) : new Map<number, string>()
    const found = new Map<CompanyId, Map<string, MoveEnd>>()
    for (const end of ends)
      for (const { companyId, reason } of await listAbsent(end))
        found.set(companyId, (found.get(companyId) ?? new Map<string, MoveEnd>()).set(reason, end))
    const moves: MoveInProgress[] = []
    for (const [companyId, byReason] of found) {
      const here = ends.find(({ name }) => name === (placements.get(companyId) ?? FIRST_PRIMARY))
      const [left, leaving, arriving] = ['left', 'leaving', 'arriving'].map((reason) => byReason.get(reason))
      const source = left ?? leaving ?? here
      const target = left ? here : (arriving ?? here)
      if (!source || !target) continue
      const progress = await readCopyProgress(target, companyId)
      moves.push({
        companyId,
        state: left ? 'deleting' : leaving ? 'switching' : 'copying',
        from: source.name,
        to: target.name,
        copied: progress.copied,
        tables: progress.tables,
        behind: await findLag(source, companyId),
      })
    }
    return moves
  })
}

/* Enough to know a share by a few per cent, whatever the size of the table. */
const SAMPLED_PAGES = 2_000

/**
 * What each company takes on its primary, of tables, indexes and what is too long for a row, by a sample of pages of each table: a share of some
 * per cent is right by a tenth or so.
 */
export async function estimateSizes(primaries: Primaries): Promise<CompanySize[]> {
  return openEnds(primaries, async (ends) => {
    const sizes: CompanySize[] = []
    for (const end of ends) {
      const bytes = new Map<number, number>()
      for (const { name, column } of await listCompanyTables(end)) {
        const [table] = await end.rows<{ bytes: number; pages: number }>(
          `SELECT coalesce(sum(pg_total_relation_size(relid)), 0)::float8 AS bytes,
                  coalesce(sum(pg_relation_size(relid)), 0)::float8 / current_setting('block_size')::int AS pages
           FROM pg_partition_tree($1::regclass) WHERE isleaf`,
          [name],
        )
        if (!table || table.pages === 0) continue
        const percent = Math.min(100, (SAMPLED_PAGES / table.pages) * 100)
        const shares = await end.rows<{ id: number; share: number }>(
          `SELECT ${column} AS id, count(*)::float8 / sum(count(*)) OVER () AS share
           FROM ${name} TABLESAMPLE SYSTEM (${percent}) WHERE ${column} IS NOT NULL GROUP BY 1`,
        )
        for (const { id, share } of shares) bytes.set(id, (bytes.get(id) ?? 0) + share * table.bytes)
      }
      for (const [companyId, size] of bytes)
        sizes.push({ companyId, primary: end.name, bytes: Math.round(size) })
    }
    return sizes
  })
}
