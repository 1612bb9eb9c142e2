import type { CompanyId, ContactId } from '@balcao/contracts'
import type { Running } from '@balcao/kernel'

export interface PictureQueueDeps {
  refresh(companyId: CompanyId, id: ContactId): Promise<void>
  failed(companyId: CompanyId, error: unknown): void
}

/** Refreshes of pictures in the background, at most two at a time. */
export interface PictureQueue extends Running {
  /** Ignored when it waits already, when 1,000 wait, and outside of `start` and `stop`. */
  want(companyId: CompanyId, id: ContactId): void
  start(): void
  /** How many are under way or wait. */
  size(): number
}

const MOST_WAITING = 1_000
const AT_ONCE = 2

export function createPictureQueue(deps: PictureQueueDeps): PictureQueue {
  const waiting = new Map<string, { companyId: CompanyId; id: ContactId }>()
  const workers = new Set<Promise<void>>()
  let busy = 0
  let isOpen = false

  const next = () => {
    const [entry] = waiting
    if (entry) waiting.delete(entry[0])
    return entry?.[1]
  }
  const runWorker = async () => {
    busy += 1
    for (let one = next(); one; one = next()) {
      const { companyId, id } = one
      await deps.refresh(companyId, id).catch((error: unknown) => deps.failed(companyId, error))
    }
    // In the same tick in which the queue was empty: a later `want` starts a new worker.
    busy -= 1
  }
  const startWorker = () => {
    if (busy >= AT_ONCE) return
    const worker = runWorker().finally(() => workers.delete(worker))
    workers.add(worker)
  }

  return {
    want(companyId, id) {
      if (!isOpen || waiting.size >= MOST_WAITING) return
      waiting.set(`${companyId}:${id}`, { companyId, id })
      startWorker()
    },
    start: () => void (isOpen = true),
    size: () => waiting.size + busy,
    async stop() {
      isOpen = false
      waiting.clear()
      await Promise.all(workers)
    },
  }
}
