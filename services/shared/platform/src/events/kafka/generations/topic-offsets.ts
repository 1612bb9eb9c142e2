import type { Admin } from '../kafka-client'
import type { Ends } from './choose-generation'

/** @param topic with its prefix. @throws {Error} when there is no such topic */
export async function fetchEnds(admin: Admin, topic: string): Promise<Ends> {
  const offsets = await admin.fetchTopicOffsets(topic)
  return new Map(
    offsets.map(({ partition, low, high }) => [partition, { low: Number(low), high: Number(high) }]),
  )
}

/** A group's offsets of a topic by partition, where it has committed any. Both names are whole. */
export async function fetchCommitted(
  admin: Admin,
  groupId: string,
  topic: string,
): Promise<ReadonlyMap<number, number>> {
  const [answer] = await admin.fetchOffsets({ groupId, topics: [topic] })
  const committed = (answer?.partitions ?? []).map(
    ({ partition, offset }) => [partition, Number(offset)] as const,
  )
  // Negative where the group has never committed.
  return new Map(committed.filter(([, offset]) => offset >= 0))
}
