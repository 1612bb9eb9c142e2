/* The whole data side of the client, as a page has it. */
import '../../src/data/tickets.live'
import '../../src/data/messages.live'
import '../../src/data/contacts.live'
import '../../src/data/connections.live'
import '../../src/data/queues.live'
import '../../src/data/tags.live'
import '../../src/data/schedules.live'
import '../../src/data/users.live'

export { onFeed } from '../../src/data/live/handlers'
export { joinChatBox, startLive } from '../../src/data/live/live'
export { onSessionEnded } from '../../src/data/session/take-over'
export * from './fresh-client'
