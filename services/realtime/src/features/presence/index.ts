export { announceStaleUsers, type PresenceDeps } from './announce-presence'
export { offlineUsersJob, stalePresenceJob } from './presence.job'
export { presenceRpc } from './presence.rpc'
export { createPresenceTracker, type OnlineSocket, type PresenceTracker } from './presence-tracker'
