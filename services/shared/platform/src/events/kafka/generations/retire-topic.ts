import type { PostgresServer } from '../../../postgres'
import { openKafka, topicName, type Admin } from '../kafka-client'
import type { KafkaSettings } from '../kafka-settings'
import { hasBegun } from './choose-generation'
import { generationName, listGenerations } from './generation-names'
import { SharedAdmin } from './shared-admin'
import { SwitchLock } from './switch-lock'
import { listProgress, type GroupProgress } from './topic-groups'
import { fetchEnds } from './topic-offsets'

export interface RetireOptions {
  settings: KafkaSettings
  /** As the owner of the database. */
  server: PostgresServer
  /** Of the service that writes the topic. */
  schema: string
  /** Without prefix. */
  topic: string
  isDryRun?: boolean
  say: (text: string) => void
}

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
export async function retireTopic(options: RetireOptions): Promise<void> {
  const lock = await SwitchLock.open(options.server, options.schema)
  const admin = new SharedAdmin(() => openKafka(options.settings, 'balcao-kafka-partitions'))
  try {
    const declared = await lock.readGeneration(options.topic)
    await admin.ask((opened) => retire(opened, options, declared))
  } finally {
    await admin.close()
    await lock.close()
  }
}

async function retire(admin: Admin, options: RetireOptions, declared: number): Promise<void> {
  const { settings, say, isDryRun } = options
  const topic = topicName(settings, options.topic)
  const generations = listGenerations(topic, await admin.listTopics())
  const currentName = generationName(topic, declared)
  const former = generations.filter((generation) => generation < declared)
  if (former.length === 0) return say(`${topic} has no former generation`)
  if (!generations.includes(declared) || !hasBegun(await fetchEnds(admin, currentName)))
    throw new Error(`${currentName} has not begun: run the command with --partitions first`)
  const later = new Set<string>()
  // The newest first: which groups have left the one before.
  for (const generation of generations.toReversed()) {
    const progress = await listProgress(admin, settings, { topic, generation })
    const name = generationName(topic, generation)
    if (generation < declared) {
      const reasons = listReasonsToStay(progress, later)
      if (reasons.length > 0) say(`${name} stays: ${reasons.join(', ')}`)
      else if (isDryRun) say(`${name} would be deleted`)
      else {
        await remove(admin, name, progress)
        say(`${name}: deleted`)
      }
    }
    for (const { group, hasCommitted } of progress) if (hasCommitted) later.add(group)
  }
}

/* With the topic its offsets go, and groups that have no others: those that Kafka still has are removed at once. */
async function remove(admin: Admin, name: string, progress: readonly GroupProgress[]): Promise<void> {
  await admin.deleteTopics({ topics: [name] })
  const groupIds = progress.map(({ groupId }) => groupId)
  if (groupIds.length > 0) await admin.deleteGroups(groupIds).catch(() => undefined)
}
