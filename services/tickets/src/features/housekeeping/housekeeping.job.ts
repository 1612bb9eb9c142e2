import { HOUR, MINUTE, SECOND, type Job } from '@balcao/kernel'

import { eraseDeleted, sweep, type HousekeepingDeps } from './housekeeping'
import { moveDocuments, type MoveDocumentsDeps } from './move-documents'
import { packWords, type PackWordsDeps } from './pack-words'

export const housekeepingJobs = (deps: HousekeepingDeps & PackWordsDeps): Job[] => [
  {
    name: 'tickets.erase',
    everyMs: 30 * SECOND,
    idleAloneEveryMs: MINUTE,
    run: (signal) => eraseDeleted(deps, signal),
  },
  { name: 'tickets.sweep', everyMs: HOUR, run: () => sweep(deps) },
  { name: 'tickets.pack-words', everyMs: HOUR, run: (signal) => packWords(deps, signal) },
]

/** Where documents move to another store. */
export const documentJobs = (deps: MoveDocumentsDeps): Job[] => [
  {
    name: 'tickets.move-documents',
    everyMs: 5 * SECOND,
    idleAloneEveryMs: MINUTE,
    run: (signal) => moveDocuments(deps, signal),
  },
]
