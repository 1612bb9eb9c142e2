import { startConversationDesk } from './support/stories/conversation-desk'
import { tellFirstLoad } from './support/stories/first-load.story'
import { tellKeysOnly } from './support/stories/keys-only.story'
import { tellLayout } from './support/stories/layout.story'
import { tellTakeover } from './support/stories/takeover.story'
import { tellWaitingRows } from './support/stories/waiting-rows.story'

/* The ticket screen around a conversation: rows, sizes, keys, and what is loaded first. */

const getDesk = startConversationDesk('ticket-screen')

tellWaitingRows(getDesk)
tellTakeover(getDesk)
tellLayout(getDesk)
tellKeysOnly(getDesk)
tellFirstLoad(getDesk)
