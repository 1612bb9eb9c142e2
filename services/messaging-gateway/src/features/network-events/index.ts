export { networkEventKinds, type NetworkEvent, type NetworkEventKind } from './network-event'
export type { NetworkEventStore } from './network-event.store'
export { processDueEvents } from './process-due-events'
export type { ProcessDeps } from './process-network-event'
