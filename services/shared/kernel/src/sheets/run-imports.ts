import type { CompanyId } from '@balcao/contracts'

import { groupBy } from '../collections/group-by'
import type { Tx } from '../ports/database.port'
import type { ServicePorts } from '../ports/service-ports'
import { DAY, HOUR } from '../time/durations'
import type { SheetImport, SheetImportStore, WaitingRow } from './sheet-import.store'

interface Deps extends Pick<ServicePorts, 'db' | 'clock'> {
  imports: SheetImportStore
}

/** What a service does with rows, in the transaction that takes them out. */
export interface ImportWork {
  /** Stores what the rows make; answers how many of them were new. */
  storeRows(tx: Tx, running: SheetImport, rows: readonly WaitingRow[]): Promise<number>
  announce(tx: Tx, changed: SheetImport): Promise<void>
}

const AT_ONCE = 500
const KEPT_MS = 30 * DAY

async function importRows(deps: Deps, work: ImportWork, tx: Tx, running: SheetImport): Promise<SheetImport> {
  const rows = await deps.imports.takeRows(tx, running.companyId, running.id, AT_ONCE)
  const created = await work.storeRows(tx, running, rows)
  const changed: SheetImport = {
    ...running,
    status: rows.length < AT_ONCE ? 'done' : 'running',
    created: running.created + created,
    existing: running.existing + rows.length - created,
  }
  await deps.imports.save(tx, changed)
  await work.announce(tx, changed)
  return changed
}

/** The next 500 rows in one transaction; false when the import has none left. */
async function continueImport(
  deps: Deps,
  work: ImportWork,
  companyId: CompanyId,
  id: number,
): Promise<boolean> {
  return deps.db.withTenant(companyId, async (tx) => {
    const running = await deps.imports.lockById(tx, companyId, id)
    if (running?.status !== 'running') return false
    return (await importRows(deps, work, tx, running)).status === 'running'
  })
}

/**
 * Processes stored rows, 500 at a time. A kill in the middle loses and doubles nothing: rows are taken out in the transaction that
 * stores what they make. Companies take turns, each with one import after the other; one that fails keeps no other waiting.
 * @throws {AggregateError} what failed, once the others are done
 */
export async function runImports(deps: Deps, work: ImportWork, signal: AbortSignal): Promise<void> {
  // Reads all companies; each import then goes on in its own company's transaction.
  const running = await deps.db.asPlatform((tx) => deps.imports.listRunning(tx))
  const failures: unknown[] = []
  let waiting = [...groupBy(running, ({ companyId }) => companyId)]
  while (waiting.length > 0 && !signal.aborted) {
    for (const [companyId, own] of waiting) {
      const [next] = own
      if (!next || signal.aborted) break
      const hasMore = await continueImport(deps, work, companyId, next.id).catch((error: unknown) => {
        failures.push(error)
        return false
      })
      if (!hasMore) own.shift()
    }
    waiting = waiting.filter(([, own]) => own.length > 0)
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} imports failed`)
}

/** Deletes imports of more than 30 days ago, and those whose file was being read in a process that is gone. */
export async function sweepImports(deps: Deps): Promise<void> {
  const now = deps.clock.now().getTime()
  const times = { finishedBefore: new Date(now - KEPT_MS), readingBefore: new Date(now - HOUR) }
  await deps.db.asPlatform((tx) => deps.imports.sweep(tx, times))
}
