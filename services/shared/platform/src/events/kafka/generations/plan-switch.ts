import { chooseWritten } from './choose-generation'

/** A generation of a topic, as the command finds it. */
export interface FoundTopic {
  generation: number
  partitions: number
  hasBegun: boolean
}

export type SwitchPlan =
  /** The current one has so many partitions. Of a run that was killed: it is not declared on every primary, or has no record yet. */
  | { kind: 'complete'; current: number; isDeclared: boolean; hasBegun: boolean }
  /** The current one as the database has it is gone: Kafka was emptied. */
  | { kind: 'restore'; current: number; isDeclared: boolean }
  /** `leftover`: partitions of the next one, which a run that was killed has made. */
  | { kind: 'switch'; current: number; next: number; isDeclared: boolean; leftover: number | undefined }

/**
 * What a topic needs to have so many partitions.
 * @param all its generation as each primary declares it: the latest counts, since the first one declared it before another did.
 * @throws {Error} when there is no topic at all: the migration job makes it
 */
export function planSwitch(
  all: readonly number[],
  found: readonly FoundTopic[],
  partitions: number,
): SwitchPlan {
  const declared = Math.max(...all)
  const current = chooseWritten(declared, found)
  const topic = found.find(({ generation }) => generation === current)
  if (current === undefined || !topic) {
    if (declared === 1) throw new Error('there is no such topic: run the migration job first')
    return { kind: 'restore', current: declared, isDeclared: all.every((one) => one === declared) }
  }
  const isDeclared = all.every((one) => one === current)
  if (topic.partitions === partitions) {
    const hasBegun = current === 1 || topic.hasBegun
    return { kind: 'complete', current, isDeclared, hasBegun }
  }
  const next = current + 1
  const leftover = found.find(({ generation }) => generation === next)?.partitions
  return { kind: 'switch', current, next, isDeclared, leftover }
}
