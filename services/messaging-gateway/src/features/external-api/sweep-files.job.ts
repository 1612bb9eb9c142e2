import { DAY, type Job, type PendingBlob, type ServicePorts } from '@balcao/kernel'
import { sweepBlobsJob } from '@balcao/platform'

type Deps = Pick<ServicePorts, 'rpc' | 'clock' | 'pendingBlobs'>

/* Tickets keeps send keys for 30 days: afterwards it cannot say whether a message has the file, and the file stays. */
const ANSWERED_FOR_MS = 29 * DAY

async function isSent({ rpc, clock }: Deps, blob: PendingBlob): Promise<boolean> {
  const { companyId, clientKey, key, createdAt } = blob
  if (clock.now().getTime() - createdAt.getTime() > ANSWERED_FOR_MS) return true
  return (await rpc.tickets.getSentMedia({ companyId, clientKey })).keys.includes(key)
}

/** Removes stored files that no row names; tickets is asked whether a message has a file of the send API. */
export const sweepFilesJob = (deps: Deps): Job =>
  sweepBlobsJob('messaging-gateway', deps, (blob) => isSent(deps, blob))
