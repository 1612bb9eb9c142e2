export type { PresenceDeps } from './announce-presence'
export { createPresenceTracker, type PresenceTracker } from './presence-tracker'
