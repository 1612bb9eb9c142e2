import { repositoriesOf } from '@balcao/platform'

import { addressBook } from './address-book-table'
import { cloudAccounts } from './cloud-account-table'
import { cloudSignups } from './cloud-signup-table'
import { connections } from './connection-table'
import { conversationMoves } from './conversation-move-table'
import { deliveryReports, deliveryWebhooks } from './delivery-report-table'
import { inboundMessages } from './inbound-message-table'
import { mediaFetches } from './media-fetch-table'
import { messageTemplates } from './message-template-table'
import { networkEvents } from './network-event-table'
import { numberChecks } from './number-check-table'
import { outbound } from './outbound-table'
import { pictures } from './picture-table'
import { placeholders } from './placeholder-table'
import { processes } from './process-table'
import { readMarks } from './read-mark-table'
import { sessionEnds } from './session-end-table'
import { sessionTroubles } from './session-trouble-table'
import { dataKeys } from './signal-data-key-table'
import { webClient } from './web-client-table'

/** Every table with a map; a test compares them with what the migrations made. */
export const entities = [
  addressBook,
  cloudAccounts,
  cloudSignups,
  connections.entity,
  conversationMoves,
  dataKeys,
  deliveryReports,
  deliveryWebhooks,
  inboundMessages.entity,
  mediaFetches.entity,
  messageTemplates,
  networkEvents,
  numberChecks,
  outbound.entity,
  pictures,
  placeholders.entity,
  processes.entity,
  readMarks.entity,
  sessionEnds,
  sessionTroubles,
  webClient,
]

export const repositoryOf = repositoriesOf(entities)
