import { repositoriesOf, sheetImports } from '@balcao/platform'

import { assistantTurns } from './assistant-table'
import { campaignMessages } from './campaign-message-table'
import { connections } from './connection-table'
import { contactExports } from './contact-export-table'
import { contactSends } from './contact-send-table'
import { contacts } from './contact-table'
import { internalChats, internalMessages } from './internal-chat-table'
import { queueIntegrations } from './integration-table'
import { budgetMarks, messagePrices, priceLists } from './message-price-table'
import { messages } from './message-table'
import { notes } from './note-table'
import { numberChanges } from './number-change-table'
import { prompts } from './prompt-table'
import { queueOptions } from './queue-option-table'
import { quickMessages } from './quick-message-table'
import { queues } from './queue-table'
import { retentionRules } from './retention-table'
import { tags } from './tag-table'
import { tickets } from './ticket-table'

/** Every table with a map; a test compares them with what the migrations made. */
export const entities = [
  assistantTurns.entity,
  budgetMarks,
  campaignMessages.entity,
  connections.entity,
  contactExports,
  contactSends.entity,
  contacts.entity,
  internalChats,
  internalMessages,
  messagePrices.entity,
  messages.entity,
  notes,
  numberChanges,
  priceLists,
  prompts,
  queueIntegrations,
  queueOptions,
  queues,
  quickMessages,
  retentionRules,
  sheetImports.entity,
  tags,
  tickets.entity,
]

export const repositoryOf = repositoriesOf(entities)
