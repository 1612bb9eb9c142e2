export { RETRY_DELAYS_MS } from './consumer-group'
export type { DeadEvent } from './dead-event.store'
export { createDeadEvents, type DeadEvents } from './dead-events'
export type { Consumer, GroupsOptions } from './consumer-groups'
export type { TransportedEvent, EventTransport, OutboxRow } from './event-transport.port'
export {
  createDirectTransport,
  type DirectTransport,
  type DirectTransportOptions,
} from './direct-event-transport'
export { deadEventsConsumer, dropDeadEvents, listMentions, type Mentions } from './erase-dead-events'
export { createInProcessTransport } from './in-process-event-transport'
export { createInbox } from './inbox'
export { createEventLog } from './outbox'
export { createOutboxHints, type OutboxHints } from './outbox-hints'
export {
  alignGenerations,
  createKafkaTransport,
  createTopicWriter,
  ensureTopics,
  retireTopic,
  switchTopic,
  kafkaFields,
  buildKafkaSettings,
  type KafkaSettings,
  type KafkaTransportOptions,
  type SwitchOptions,
  type SwitchStep,
  type TopicRecord,
  type TopicWriter,
} from './kafka'
export { startRelay, type Relay, type RelayOptions } from './relay'
export { listPendingEvents } from './pending-events'
export { waitUntilDelivered } from './until-delivered'
export { findCompanies } from './outbox-statements'
export { SHARDS, hashToShard } from './shards'
export { eventPartitionJobs, partitionJob, type PartitionJobOptions } from './event-partitions.job'
