import { FIRST_GENERATION } from './generation-names'
import { GenerationTopics } from './generation-topics'
import { SwitchLocks } from './switch-locks'
import type { TopicCommand } from './switch-topic'
import type { GroupProgress } from './topic-groups'

/**
 * Why a former generation must stay, by group; empty when it may go.
 * @param later groups that have begun a later generation: what they left in this one is in theirs, too.
 */
export const listReasonsToStay = (
  progress: readonly Pick<GroupProgress, 'group' | 'isConsuming' | 'unfinished'>[],
  later: ReadonlySet<string>,
): string[] =>
  progress.flatMap(({ group, isConsuming, unfinished }) => {
    if (isConsuming) return [`${group} consumes it`]
    return unfinished > 0 && !later.has(group) ? [`${group} has ${unfinished} records to finish`] : []
  })

/** Deletes the former generations of a topic that every group has left, and their groups. */
export async function retireTopic(options: TopicCommand): Promise<void> {
  const lock = await SwitchLocks.open(options.servers, options.schema)
  const topics = new GenerationTopics(options.settings, options.topic)
  try {
    await retire(topics, options, await lock.readDecided(options.topic))
  } finally {
    await topics.close()
    await lock.close()
  }
}

async function retire(
  topics: GenerationTopics,
  { say, isDryRun }: TopicCommand,
  declared: number,
): Promise<void> {
  const found = await topics.list()
  if (!found.some(({ generation }) => generation < declared))
    return say(`${topics.nameOf(FIRST_GENERATION)} has no former generation`)
  if (!found.some(({ generation, hasBegun }) => generation === declared && hasBegun))
    throw new Error(`${topics.nameOf(declared)} has not begun: run the command with --partitions first`)
  const later = new Set<string>()
  // The newest first: which groups have left the one before.
  for (const { generation } of found.toReversed()) {
    const progress = await topics.listProgress(generation)
    const name = topics.nameOf(generation)
    if (generation < declared) {
      const reasons = listReasonsToStay(progress, later)
      if (reasons.length > 0) say(`${name} stays: ${reasons.join(', ')}`)
      else if (isDryRun) say(`${name} would be deleted`)
      else {
        await topics.delete(generation)
        await topics.deleteGroups(progress)
        say(`${name}: deleted`)
      }
    }
    for (const { group, hasCommitted } of progress) if (hasCommitted) later.add(group)
  }
}
