import type { CompanyId } from '@balcao/contracts'
import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import { DAY, HOUR, type ServicePorts, type Tx } from '@balcao/kernel'

import type { ContactStore } from '../contacts'
import type { ContactImport, ContactImportStore } from './contact-import.store'
import { createContacts } from './create-contacts'

export interface ImportDeps extends Pick<ServicePorts, 'db' | 'events' | 'ids' | 'clock'> {
  contacts: ContactStore
  imports: ContactImportStore
}

const AT_ONCE = 500
const KEPT_MS = 30 * DAY

async function importRows(deps: ImportDeps, tx: Tx, running: ContactImport): Promise<ContactImport> {
  const { companyId, id } = running
  const rows = await deps.imports.takeRows(tx, companyId, id, AT_ONCE)
  const made = await createContacts(deps, tx, companyId, rows)
  const created = made.filter(({ contactId }) => contactId !== undefined).length
  const changed: ContactImport = {
    ...running,
    status: rows.length < AT_ONCE ? 'done' : 'running',
    created: running.created + created,
    existing: running.existing + rows.length - created,
  }
  await deps.imports.save(tx, changed)
  await deps.events.append(tx, [
    deskEvent(deps, companyId, orderingKeys.contactImport(id), 'contactImportChanged', { import: changed }),
  ])
  return changed
}

/** The next 500 rows in one transaction; false when the import has none left. */
async function continueImport(deps: ImportDeps, companyId: CompanyId, id: number): Promise<boolean> {
  return deps.db.withTenant(companyId, async (tx) => {
    const running = await deps.imports.lockById(tx, companyId, id)
    if (running?.status !== 'running') return false
    return (await importRows(deps, tx, running)).status === 'running'
  })
}

/**
 * Makes the contacts of stored rows, 500 at a time. A kill in the middle loses and doubles nothing: rows are taken in the transaction
 * that makes their contacts. Imports of several companies go on in turn.
 */
export async function runImports(deps: ImportDeps, signal: AbortSignal): Promise<void> {
  let running = await deps.db.asPlatform((tx) => deps.imports.listRunning(tx))
  while (running.length > 0 && !signal.aborted) {
    const left: typeof running = []
    for (const one of running)
      if (!signal.aborted && (await continueImport(deps, one.companyId, one.id))) left.push(one)
    running = left
  }
}

/** Deletes imports of more than 30 days ago, and those whose file was being read in a process that is gone. */
export async function sweepImports(deps: ImportDeps): Promise<void> {
  const now = deps.clock.now().getTime()
  const times = { finishedBefore: new Date(now - KEPT_MS), readingBefore: new Date(now - HOUR) }
  await deps.db.asPlatform((tx) => deps.imports.sweep(tx, times))
}
