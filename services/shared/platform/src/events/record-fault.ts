import { topics, type DeskEvent } from '@balcao/contracts/wire'

import type { TransportedEvent } from './event-transport.port'

/**
 * Why a record is not one that the writer of its topic may have written; undefined when it is. Only one service may write a topic (the
 * broker's access list, `rpcAccess` without a broker), so an event is its writer's if its kind belongs to the topic. Another try would
 * find the same: the record is parked at once.
 */
export function findRecordFault(
  { topic, type, companyId }: Pick<TransportedEvent, 'topic' | 'type' | 'companyId'>,
  event: Pick<DeskEvent, 'companyId' | 'body'>,
): string | undefined {
  const kind = event.body.$case
  if (kind !== type) return `the record is said to be ${type} and is ${kind}`
  if (topics[kind] !== topic) return `${kind} belongs to topic ${topics[kind]} and came by ${topic}`
  if (event.companyId !== companyId) return 'the event names another company than its record'
  return undefined
}
