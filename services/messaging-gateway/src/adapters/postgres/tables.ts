import { connections } from './connection-table'
import { conversationMoves } from './conversation-move-table'
import { deliveryReports, deliveryWebhooks } from './delivery-report-table'
import { inboundMessages } from './inbound-message-table'
import { mediaFetches } from './media-fetch-table'
import { numberChecks } from './number-check-table'
import { outbound } from './outbound-table'
import { pictures } from './picture-table'
import { placeholders } from './placeholder-table'
import { processes } from './process-table'
import { readMarks } from './read-mark-table'
import { sessionEnds } from './session-end-table'
import { dataKeys } from './signal-data-key-table'

/** Every table that has a column map; a test compares the maps with the migrated schema. */
export const tables = [
  connections,
  conversationMoves,
  dataKeys,
  deliveryReports,
  deliveryWebhooks,
  inboundMessages,
  mediaFetches,
  numberChecks,
  outbound,
  pictures,
  placeholders,
  processes,
  readMarks,
  sessionEnds,
]
