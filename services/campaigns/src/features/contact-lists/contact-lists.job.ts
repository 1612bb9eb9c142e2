import { HOUR, SECOND, sweepImports, type Job } from '@balcao/kernel'

import { checkNumbers } from './check-numbers'
import type { ContactListDeps } from './contact-list-deps'
import { importItems } from './import-items'

export const contactListJobs = (deps: ContactListDeps): Job[] => [
  {
    name: 'campaigns.import-contacts',
    everyMs: SECOND,
    idleEveryMs: 5 * SECOND,
    run: (signal) => importItems(deps, signal),
  },
  { name: 'campaigns.sweep-imports', everyMs: HOUR, run: () => sweepImports(deps) },
  // 30 numbers a minute and company: WhatsApp restricts numbers that ask faster.
  {
    name: 'campaigns.check-numbers',
    everyMs: 2 * SECOND,
    idleEveryMs: 5 * SECOND,
    run: (signal) => checkNumbers(deps, signal),
  },
]
