export * from './wait-while-shrinking'
export * from './builders/build-session'
export * from './contracts/blob-store.contract'
export * from './contracts/cache.contract'
export * from './contracts/event-log.contract'
export {
  EventLogRig,
  eventLogSchemas,
  eventLabel,
  subscribe,
  type EventLogDriver,
  type StartedLog,
} from './contracts/event-log-rig'
export * from './contracts/leases.contract'
export * from './contracts/presence.contract'
export * from './contracts/rate-limits.contract'
export * from './database/test-database'
export * from './engines/needs-engines'
export * from './engines/own-engine'
export * from './engines/own-redis'
export * from './events/read-outbox'
export * from './fakes/fake-media-links'
export * from './fakes/fake-rpc'
export * from './fakes/fake-tokens'
export * from './fakes/fixed-clock'
export * from './fakes/memory-blobs'
export * from './fakes/recording-mailer'
export * from './fakes/sequential-ids'
export * from './fakes/test-ports'
export * from './processes/watch-child'
export * from './temporary-folder'
export * from './wait-for'
export * from './desk/start-desk'
export * from './desk/test-agent'
export * from './desk/test-company'
export * from './cluster/local-cluster'
export { freePort, freePorts } from './cluster/free-ports'
export type { ClusterProcess } from './cluster/cluster-process'
export * from './network/hostile-urls'
