import { HOUR, SECOND, type Job } from '@balcao/kernel'

import { runImports, sweepImports, type ImportDeps } from './run-imports'

export const importJobs = (deps: ImportDeps): Job[] => [
  { name: 'tickets.import-contacts', everyMs: SECOND, run: (signal) => runImports(deps, signal) },
  { name: 'tickets.sweep-imports', everyMs: HOUR, run: () => sweepImports(deps) },
]
