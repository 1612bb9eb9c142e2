import { HOUR, oftenWhileBusy, SECOND, sweepImports, type Job } from '@balcao/kernel'

import { checkNumbers, type HeldCompanies } from './check-numbers'
import type { ContactListDeps } from './contact-list-deps'
import { importItems } from './import-items'

export const contactListJobs = (deps: ContactListDeps, held: HeldCompanies = new Map()): Job[] => [
  {
    name: 'campaigns.import-contacts',
    ...oftenWhileBusy(SECOND),
    wokenBy: deps.imports.running,
    run: (signal) => importItems(deps, signal),
  },
  { name: 'campaigns.sweep-imports', everyMs: HOUR, run: () => sweepImports(deps) },
  // 30 numbers a minute and company of simulated phones; the gateway paces those of real ones.
  {
    name: 'campaigns.check-numbers',
    ...oftenWhileBusy(2 * SECOND),
    run: (signal) => checkNumbers(deps, held, signal),
  },
]
