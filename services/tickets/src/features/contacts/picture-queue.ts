import type { CompanyId, ContactId } from '@balcao/contracts'
import type { Running } from '@balcao/kernel'

export interface PictureQueueDeps {
  refresh(companyId: CompanyId, id: ContactId): Promise<void>
  failed(companyId: CompanyId, error: unknown): void
}

/** Pictures that somebody would like to see, one after the other behind everybody's back. */
export interface PictureQueue extends Running {
  /** Forgotten when it waits already, when too many wait, and outside of `start` and `stop`. */
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
  const work = async () => {
    busy += 1
    for (let one = next(); one; one = next()) {
      const { companyId, id } = one
      await deps.refresh(companyId, id).catch((error: unknown) => deps.failed(companyId, error))
    }
    // In the turn that found nothing more to do: whoever comes later finds a free place.
    busy -= 1
  }
  const hire = () => {
    if (busy >= AT_ONCE) return
    const worker = work().finally(() => workers.delete(worker))
    workers.add(worker)
  }

  return {
    want(companyId, id) {
      if (!isOpen || waiting.size >= MOST_WAITING) return
      waiting.set(`${companyId}:${id}`, { companyId, id })
      hire()
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
