export { RETRY_DELAYS_MS } from './consumer-group'
export type { DeadEvent } from './dead-event.store'
export { createDeadLetters, type DeadLetters } from './dead-letters'
export type { EventTransport, OutboxRow } from './event-transport.port'
export {
  createDirectTransport,
  type DirectTransport,
  type DirectTransportOptions,
} from './direct-event-transport'
export {
  createInProcessTransport,
  type Consumer,
  type InProcessTransportOptions,
} from './in-process-event-transport'
export { createInbox } from './inbox'
export { createEventLog } from './outbox'
export { createOutboxHints, type OutboxHints } from './outbox-hints'
export { startRelay, type Relay, type RelayOptions } from './relay'
export { pendingEvents } from './settle-events'
export { SHARDS, shardOf } from './shards'
export { eventSweepJobs } from './sweep.job'
