import type { CompanyId, ContactId } from '@balcao/contracts'
import { dropOldest, HOUR, type Clock, type Running } from '@balcao/kernel'

export interface PictureQueueDeps {
  clock: Clock
  /** Whether the picture is up to date for today. */
  refresh(companyId: CompanyId, id: ContactId): Promise<boolean>
  failed(companyId: CompanyId, error: unknown): void
}

/** Refreshes of pictures in the background, at most two at a time. */
export interface PictureQueue extends Running {
  /** Ignored when it waits already, was up to date within the hour, when 1,000 wait, and outside of `start` and `stop`. */
  want(companyId: CompanyId, id: ContactId): void
  start(): void
  /** How many are under way or wait. */
  size(): number
}

const MOST_WAITING = 1_000
const AT_ONCE = 2
/* Spares a question to the database each time that a ticket is shown; a contact's next day begins later by this at most. */
const REMEMBERED_MS = HOUR
const MOST_REMEMBERED = 5_000

export function createPictureQueue(deps: PictureQueueDeps): PictureQueue {
  const waiting = new Map<string, { companyId: CompanyId; id: ContactId }>()
  const workers = new Set<Promise<void>>()
  const upToDateAt = new Map<string, number>()
  let busy = 0
  let isOpen = false

  const isUpToDate = (key: string) => {
    const at = upToDateAt.get(key)
    return at !== undefined && deps.clock.now().getTime() - at < REMEMBERED_MS
  }
  const remember = (key: string) => {
    upToDateAt.delete(key)
    upToDateAt.set(key, deps.clock.now().getTime())
    dropOldest(upToDateAt, MOST_REMEMBERED)
  }
  const refresh = async (key: string, companyId: CompanyId, id: ContactId) => {
    try {
      if (await deps.refresh(companyId, id)) remember(key)
    } catch (error) {
      deps.failed(companyId, error)
    }
  }
  const next = () => {
    const [entry] = waiting
    if (entry) waiting.delete(entry[0])
    return entry && { key: entry[0], ...entry[1] }
  }
  const runWorker = async () => {
    busy += 1
    for (let one = next(); one; one = next()) {
      await refresh(one.key, one.companyId, one.id)
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
      const key = `${companyId}:${id}`
      if (!isOpen || waiting.size >= MOST_WAITING || isUpToDate(key)) return
      waiting.set(key, { companyId, id })
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
