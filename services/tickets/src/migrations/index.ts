import type { MigrationSet } from '@balcao/kernel'

import { createContacts } from './20261120T120000-create-contacts'
import { createTickets } from './20261120T120100-create-tickets'
import { createMessages } from './20261120T120200-create-messages'
import { growMessages } from './20261121T020000-grow-messages'
import { createPictureAsks } from './20261121T130000-create-picture-asks'
import { createMessageRequests } from './20261121T140000-create-message-requests'
import { completeViews } from './20261122T040000-complete-views'
import { growErasures } from './20261122T060000-grow-erasures'
import { growContactWords } from './20261122T210000-grow-contact-words'
import { createQueueOptions } from './20261122T211000-create-queue-options'
import { answerByBot } from './20261122T212000-answer-by-bot'
import { createQuickMessages } from './20261122T213000-create-quick-messages'
import { createContactImports } from './20261122T214000-create-contact-imports'
import { createTrackings } from './20261122T215000-create-trackings'
import { addLastMessageUser } from './20261122T220000-add-last-message-user'
import { createTicketLog } from './20261122T230000-create-ticket-log'
import { addImportTarget } from './20261122T231000-add-import-target'
import { createInternalChats } from './20261122T232000-create-internal-chats'
import { createAssistants } from './20261122T233000-create-assistants'
import { addChargesTurns } from './20261123T031500-add-charges-turns'
import { replayAssistantTurns } from './20261123T071000-replay-assistant-turns'
import { logNumberChanges } from './20261124T020000-log-number-changes'
import { logExports } from './20261124T020200-log-exports'
import { countExports } from './20261124T120200-count-exports'
import { createCampaignMessages } from './20261124T050100-create-campaign-messages'
import { sayMediaWaits } from './20261124T211000-say-media-waits'
import { holdClosingTexts } from './20261125T230000-hold-closing-texts'
import { countFirstAnswers } from './20261126T031000-count-first-answers'
import { claimAssistantTurnsInTurn } from './20261126T030000-claim-assistant-turns-in-turn'
import { listWaitingTickets } from './20261126T030000-list-waiting-tickets'
import { createSystemImports } from './20261126T200000-create-system-imports'
import { moveDocuments } from './20261127T171500-move-documents'
import { createMessagePrices } from './20261127T214001-create-message-prices'
import { budgetMessages } from './20261128T081500-budget-messages'
import {
  createRetention,
  indexClosedTickets,
  indexClosedTicketsWithFiles,
  indexOldChatMessages,
} from './20261128T081530-create-retention'
import { createFormerIdentities } from './20261128T130000-create-former-identities'
import { createClosedTicketWords } from './20261129T190000-create-closed-ticket-words'
import { widenClosedWords } from './20261130T190000-widen-closed-words'
import { indexNewestContacts, sortContactsByCreation } from './20261126T070000-sort-contacts-by-creation'

export const ticketsMigrations: MigrationSet = {
  schema: 'tickets',
  migrations: [
    createContacts,
    createTickets,
    createMessages,
    growMessages,
    createPictureAsks,
    createMessageRequests,
    completeViews,
    growErasures,
    growContactWords,
    createQueueOptions,
    answerByBot,
    createQuickMessages,
    createContactImports,
    createTrackings,
    addLastMessageUser,
    createTicketLog,
    addImportTarget,
    createInternalChats,
    createAssistants,
    addChargesTurns,
    replayAssistantTurns,
    logNumberChanges,
    logExports,
    createCampaignMessages,
    countExports,
    sayMediaWaits,
    holdClosingTexts,
    countFirstAnswers,
    claimAssistantTurnsInTurn,
    listWaitingTickets,
    indexNewestContacts,
    sortContactsByCreation,
    createSystemImports,
    moveDocuments,
    createMessagePrices,
    budgetMessages,
    createRetention,
    createFormerIdentities,
    indexClosedTickets,
    indexClosedTicketsWithFiles,
    indexOldChatMessages,
    createClosedTicketWords,
    widenClosedWords,
  ],
}
