export { PgAnnouncedPresence } from './pg-announced-presence'
export { PgErasureStore } from './pg-erasure-store'
export { PgFeedStore } from './pg-feed-store'
export { PgShownUsers } from './pg-shown-users'
