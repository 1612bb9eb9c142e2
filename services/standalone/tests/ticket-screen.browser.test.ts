import { tellApiReference } from './support/stories/api-reference.story'
import { tellContactCards } from './support/stories/contact-cards.story'
import { startConversationDesk } from './support/stories/conversation-desk'
import { tellFirstLoad } from './support/stories/first-load.story'
import { tellKeysOnly } from './support/stories/keys-only.story'
import { tellLayout } from './support/stories/layout.story'
import { tellNewTicket } from './support/stories/new-ticket.story'
import { tellTags } from './support/stories/tags.story'
import { tellTakeover } from './support/stories/takeover.story'
import { tellTouch } from './support/stories/touch.story'
import { tellTrouble } from './support/stories/trouble.story'
import { tellWaitingRows } from './support/stories/waiting-rows.story'

/* The ticket screen around a conversation: rows, dialogs, sizes, keys, and what goes wrong. */

const getDesk = startConversationDesk('ticket-screen')

tellTags(getDesk)
tellWaitingRows(getDesk)
tellTakeover(getDesk)
tellNewTicket(getDesk)
tellContactCards(getDesk)
tellLayout(getDesk)
tellTouch(getDesk)
tellKeysOnly(getDesk)
tellTrouble(getDesk)
tellFirstLoad(getDesk)
tellApiReference(getDesk)
