import { tellApiReference } from './support/stories/api-reference.story'
import { tellContactCards } from './support/stories/contact-cards.story'
import { startConversationDesk } from './support/stories/conversation-desk'
import { tellNewTicket } from './support/stories/new-ticket.story'
import { tellTags } from './support/stories/tags.story'
import { tellTouch } from './support/stories/touch.story'
import { tellTrouble } from './support/stories/trouble.story'

/* The ticket screen around a conversation: tags, dialogs, cards, a touched phone, what goes wrong; and the reference of the API. */

const getDesk = startConversationDesk('ticket-dialogs')

tellTags(getDesk)
tellNewTicket(getDesk)
tellContactCards(getDesk)
tellTouch(getDesk)
tellTrouble(getDesk)
tellApiReference(getDesk)
