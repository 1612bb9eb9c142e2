export { announceTheMissing, type PresenceDeps } from './announce-presence'
export { departuresJob, missingJob } from './presence.job'
export { presenceRpc } from './presence.rpc'
export { createPresenceWatch, type OnlineSocket, type PresenceWatch } from './presence-tracker'
