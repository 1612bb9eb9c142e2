/** Half of what a broker takes in one batch by default, and well below what the services' topics accept. */
export const MOST_BATCH_BYTES = 512 * 1024
export const MOST_BATCH_RECORDS = 500

/** The first items, `most` at most and one at least, as far as they fit into a batch. */
export function takeBatch<T>(items: Iterable<T>, most: number, countBytes: (item: T) => number): T[] {
  const batch: T[] = []
  let bytes = 0
  for (const item of items) {
    bytes += countBytes(item)
    if (batch.length > 0 && bytes > MOST_BATCH_BYTES) break
    batch.push(item)
    if (batch.length >= most) break
  }
  return batch
}
