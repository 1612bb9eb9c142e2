import { companyId, connectionId } from '@balcao/contracts'
import { column, entityOf, fixed, generated, orNull, tableOf } from '@balcao/platform'

import {
  networkEventKinds,
  type NetworkEvent,
  type NetworkEventKind,
} from '../../features/network-events/network-event.store'

interface StoredEvent extends NetworkEvent {
  /** The order in which they came. */
  seq: number
  nextTryAt: Date
  /** Why the last try failed. */
  reason: string
  deadAt: Date | null
}

const readKind = (text: string): NetworkEventKind =>
  networkEventKinds.find((kind) => kind === text) ?? 'other'

export const networkEvents = entityOf<StoredEvent>()('network_events', {
  id: fixed(column.uuid('id')),
  seq: generated(column.bigint('seq')),
  companyId: fixed(column.int('company_id', companyId)),
  connectionId: fixed(column.int('connection_id', connectionId)),
  chat: fixed(column.text('chat')),
  kind: fixed(column.text('kind', readKind)),
  body: fixed(column.text('body')),
  receivedAt: fixed(column.time('received_at')),
  tries: column.int('tries'),
  nextTryAt: column.time('next_try_at'),
  claimedUntil: orNull(column.time('claimed_until')),
  reason: column.text('reason'),
  deadAt: orNull(column.time('dead_at')),
})

/** Written and claimed for every message and receipt of the official API. */
export const networkEventTable = tableOf(networkEvents)
