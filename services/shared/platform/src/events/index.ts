export { createInbox } from './inbox'
export { createEventLog } from './outbox'
export { createOutboxHints, type OutboxHints } from './outbox-hints'
export { SHARDS, shardOf } from './shards'
