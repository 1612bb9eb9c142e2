import { AssignerProtocol, groupName, type Admin } from '../kafka-client'
import type { KafkaSettings } from '../kafka-settings'
import { countUnfinished } from './choose-generation'
import { generationName, readGroupName } from './generation-names'
import { fetchCommitted, fetchEnds } from './topic-offsets'

/** A generation of a topic; the name is whole, and that of the first one. */
export interface TopicGeneration {
  topic: string
  generation: number
}

export interface GroupProgress {
  /** Its name of the first generation, without prefix. */
  group: string
  /** Its whole name. */
  groupId: string
  unfinished: number
  /** It has members that ask for the topic. */
  isConsuming: boolean
  hasCommitted: boolean
}

/** The groups of the product that consume this generation, or did. */
export async function listProgress(
  admin: Admin,
  settings: Pick<KafkaSettings, 'topicPrefix'>,
  { topic, generation }: TopicGeneration,
): Promise<GroupProgress[]> {
  const name = generationName(topic, generation)
  const groupIds = (await listProductGroups(admin, settings)).filter(
    (groupId) => readGroupName(groupId).generation === generation,
  )
  const consuming = await listConsuming(admin, groupIds, name)
  const ends = await fetchEnds(admin, name)
  const all = groupIds.map(async (groupId) => {
    const committed = await fetchCommitted(admin, groupId, name)
    return {
      group: readGroupName(groupId).group.slice(groupName(settings, '').length),
      groupId,
      unfinished: countUnfinished(ends, committed),
      isConsuming: consuming.has(groupId),
      hasCommitted: committed.size > 0,
    }
  })
  return (await Promise.all(all)).filter(({ isConsuming, hasCommitted }) => isConsuming || hasCommitted)
}

async function listProductGroups(
  admin: Admin,
  settings: Pick<KafkaSettings, 'topicPrefix'>,
): Promise<string[]> {
  const { groups } = await admin.listGroups()
  return groups.map(({ groupId }) => groupId).filter((id) => id.startsWith(groupName(settings, '')))
}

/* A group that has just begun has committed nothing. */
async function listConsuming(admin: Admin, groupIds: readonly string[], topic: string): Promise<Set<string>> {
  if (groupIds.length === 0) return new Set()
  const { groups } = await admin.describeGroups([...groupIds])
  // While a group shares its partitions, what its members ask for is not known.
  const asks = (metadata: Buffer) =>
    metadata.length === 0 || AssignerProtocol.MemberMetadata.decode(metadata)?.topics.includes(topic)
  return new Set(
    groups
      .filter(({ members }) => members.some(({ memberMetadata }) => asks(memberMetadata)))
      .map(({ groupId }) => groupId),
  )
}
