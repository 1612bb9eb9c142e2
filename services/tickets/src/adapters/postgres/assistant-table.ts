import { companyId, messageId, ticketId } from '@balcao/contracts'
import { column, fixed, tableOf } from '@balcao/platform'

import type { AssistantTurn } from '../../features/assistants/assistant.store'

/** Customers' messages that assistants are to answer. */
export const assistantTurns = tableOf<AssistantTurn>()(
  'assistant_turns',
  {
    id: fixed(column.uuid('id')),
    companyId: fixed(column.int('company_id', companyId)),
    ticketId: fixed(column.bigint('ticket_id', ticketId)),
    messageId: fixed(column.uuid('message_id', messageId)),
    kind: fixed(column.text('kind')),
    targetId: fixed(column.int('target_id')),
    tries: column.int('tries'),
    createdAt: fixed(column.time('created_at')),
    triedSince: column.time('tried_since'),
  },
  // Compared and written in statements only.
  { unmapped: ['next_try_at', 'claimed_until', 'failure', 'dead_at'] },
)
