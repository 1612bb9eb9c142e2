export { networkEventKinds, type NetworkEvent, type NetworkEventKind } from './network-event'
export type { NetworkEventStore } from './network-event.store'
export { processDueEvents } from './network-events.job'
export type { ProcessDeps } from './process-network-event'
