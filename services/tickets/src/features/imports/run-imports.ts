import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import { runImports, type ImportWork, type ServicePorts, type SheetImportStore } from '@balcao/kernel'

import type { ContactStore } from '../contacts'
import { createContacts } from './create-contacts'

export interface ImportDeps extends Pick<ServicePorts, 'db' | 'events' | 'ids' | 'clock'> {
  contacts: ContactStore
  imports: SheetImportStore
}

const makeContacts = (deps: ImportDeps): ImportWork => ({
  storeRows: async (tx, { companyId }, rows) => {
    const made = await createContacts(deps, tx, companyId, rows)
    return made.filter(({ contactId }) => contactId !== undefined).length
  },
  announce: (tx, changed) =>
    deps.events.append(tx, [
      deskEvent(deps, orderingKeys.contactImport(changed.companyId, changed.id), 'contactImportChanged', {
        import: changed,
      }),
    ]),
})

/** Makes the contacts of stored rows. */
export const importContacts = (deps: ImportDeps, signal: AbortSignal): Promise<void> =>
  runImports(deps, makeContacts(deps), signal)
