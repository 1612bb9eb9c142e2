/** All groups of a process together. A body lies in memory as an object, some three times its size on the wire. */
const MOST_BYTES = 32 * 1024 * 1024

/** The memory that a transport may fill with records that wait for their handlers. */
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

  /** Enough to read on without stopping at once. */
  get isHalfFree(): boolean {
    return this.takenBytes < MOST_BYTES / 2
  }
}
