import { connections } from './connection-table'
import { conversationMoves } from './conversation-move-table'
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

/** Every table with a map; a test compares them with what the migrations made. */
export const tables = [
  connections,
  conversationMoves,
  dataKeys,
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
