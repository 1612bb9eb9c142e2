import { HOUR, type Job } from '@balcao/kernel'

import { deleteOldRows, type DeleteOldRowsDeps } from './delete-old-rows'

/** Deletes rows of the journal and of the outbound queue that are older than 30 days. */
export const oldRowsJob = (deps: DeleteOldRowsDeps): Job => ({
  name: 'messaging-gateway.old-rows',
  everyMs: HOUR,
  run: (signal) => deleteOldRows(deps, signal),
})
