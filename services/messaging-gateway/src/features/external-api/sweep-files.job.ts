import { DAY, type Job, type PendingBlob, type ServicePorts } from '@balcao/kernel'
import { sweepBlobsJob } from '@balcao/platform'

type Deps = Pick<ServicePorts, 'rpc' | 'clock' | 'pendingBlobs'>

/* Tickets remembers sends for 30 days: what is asked later, after a month without any sweep, may be somebody's. */
const ANSWERED_FOR_MS = 29 * DAY

async function isSent({ rpc, clock }: Deps, blob: PendingBlob): Promise<boolean> {
  const { companyId, clientKey, key, createdAt } = blob
  if (clock.now().getTime() - createdAt.getTime() > ANSWERED_FOR_MS) return true
  return (await rpc.tickets.getSentMedia({ companyId, clientKey })).keys.includes(key)
}

/** Removes stored files that no row names; whether a message carries what the send API took, tickets knows. */
export const sweepFilesJob = (deps: Deps): Job =>
  sweepBlobsJob('messaging-gateway', deps, (blob) => isSent(deps, blob))
