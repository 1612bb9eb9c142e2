/** Shared by all groups of a process. A body takes about three times its wire size as an object. */
const MOST_BYTES = 32 * 1024 * 1024

/** Limits the bytes of records that wait for their handlers. */
export class MemoryBudget {
  private takenBytes = 0

  take(bytes: number): void {
    this.takenBytes += bytes
  }

  release(bytes: number): void {
    this.takenBytes -= bytes
  }

  get isFull(): boolean {
    return this.takenBytes >= MOST_BYTES
  }

  /** Half of the budget is free: paused partitions resume. */
  get isHalfFree(): boolean {
    return this.takenBytes < MOST_BYTES / 2
  }
}
