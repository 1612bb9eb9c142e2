import { AppError } from '@balcao/kernel'

/** Limits concurrent requests with files. */
export interface UploadSlots {
  /**
   * Takes one slot; returns the function that releases it, which may be called more than once.
   * @throws {AppError} ERR_TOO_MANY_REQUESTS when this address, or all callers together, have reached the limit.
   */
  take(address: string): () => void
}

const RETRY_AFTER_SECONDS = 2

/** Slots of this process: `total` at once, `perAddress` of them for one address. */
export function createUploadSlots({ total, perAddress }: { total: number; perAddress: number }): UploadSlots {
  const taken = new Map<string, number>()
  let all = 0
  return {
    take: (address) => {
      const own = taken.get(address) ?? 0
      if (all >= total || own >= perAddress)
        throw new AppError('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      all += 1
      taken.set(address, own + 1)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        all -= 1
        const left = (taken.get(address) ?? 1) - 1
        if (left > 0) taken.set(address, left)
        else taken.delete(address)
      }
    },
  }
}
