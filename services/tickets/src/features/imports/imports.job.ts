import { HOUR, oftenWhileBusy, SECOND, sweepImports, type Job } from '@balcao/kernel'

import { importContacts, type ImportDeps } from './run-imports'

export const importJobs = (deps: ImportDeps): Job[] => [
  {
    name: 'tickets.import-contacts',
    ...oftenWhileBusy(SECOND),
    wokenBy: deps.imports.running,
    run: (signal) => importContacts(deps, signal),
  },
  { name: 'tickets.sweep-imports', everyMs: HOUR, run: () => sweepImports(deps) },
]
