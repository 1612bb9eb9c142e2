import { HOUR, SECOND, sweepImports, type Job } from '@balcao/kernel'

import { checkNumbers, type HeldCompanies } from './check-numbers'
import type { ContactListDeps } from './contact-list-deps'
import { importItems } from './import-items'

export const contactListJobs = (deps: ContactListDeps, held: HeldCompanies = new Map()): Job[] => [
  {
    name: 'campaigns.import-contacts',
    everyMs: SECOND,
    idleEveryMs: 5 * SECOND,
    run: (signal) => importItems(deps, signal),
  },
  { name: 'campaigns.sweep-imports', everyMs: HOUR, run: () => sweepImports(deps) },
  // 30 numbers a minute and company of simulated phones; the gateway paces those of real ones.
  {
    name: 'campaigns.check-numbers',
    everyMs: 2 * SECOND,
    idleEveryMs: 5 * SECOND,
    run: (signal) => checkNumbers(deps, held, signal),
  },
]
