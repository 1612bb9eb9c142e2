/** First offset that is there, and the offset after the last record, by partition. */
export type Ends = ReadonlyMap<number, { low: number; high: number }>

/** Whether it ever had a record: retention deletes records, and the offsets stay. */
export const hasBegun = (ends: Ends): boolean => [...ends.values()].some(({ high }) => high > 0)

/** Records that a group has not finished. @param committed its offsets by partition; negative where it has none. */
export function countUnfinished(ends: Ends, committed: ReadonlyMap<number, number>): number {
  let unfinished = 0
  for (const [partition, { low, high }] of ends)
    unfinished += Math.max(0, high - Math.max(committed.get(partition) ?? low, low))
  return unfinished
}

/** A generation of a topic, as a group finds it. */
export interface FoundGeneration {
  generation: number
  hasBegun: boolean
  /** The group has committed an offset. */
  hasCommitted: boolean
  /** The group has finished every record. */
  isDrained: boolean
}

/**
 * The generation that a member of a group consumes: the newest that its group has begun, or the oldest; from there on the next that has begun, while
 * all is finished. A generation gets its first record when the one before it gets no more, so nothing is left behind, except a repeat: a
 * record that a process without its lock was still sending. It is in the next generation too.
 * @param found ascending, one at least.
 */
export function chooseGeneration(found: readonly FoundGeneration[]): number {
  const begun = found.findLastIndex(({ hasCommitted }) => hasCommitted)
  const [first, ...later] = found.slice(Math.max(0, begun))
  if (!first) throw new RangeError('a topic without generations')
  const goOn = (chosen: FoundGeneration, next: FoundGeneration) =>
    chosen.isDrained && next.hasBegun ? next : chosen
  return later.reduce(goOn, first).generation
}

/**
 * The generation that is written; undefined when its topic is missing. A generation that has begun after the declared one wins: the database came
 * back from a backup, and consumers are there.
 * @param declared as the database has it.
 */
export function chooseWritten(
  declared: number,
  found: readonly Pick<FoundGeneration, 'generation' | 'hasBegun'>[],
): number | undefined {
  const begun = found.findLast((one) => one.hasBegun && one.generation > declared)
  return begun?.generation ?? found.find(({ generation }) => generation === declared)?.generation
}
