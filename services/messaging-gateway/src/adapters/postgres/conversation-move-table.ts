import { companyId, connectionId, type CompanyId } from '@balcao/contracts'
import { column, entityOf, fixed, orUndefined } from '@balcao/platform'

import type { LoggedMove } from '../../features/inbound/conversation.store'

export const conversationMoves = entityOf<LoggedMove & { companyId: CompanyId }>()('conversation_moves', {
  id: fixed(column.uuid('id')),
  companyId: fixed(column.int('company_id', companyId)),
  connectionId: fixed(column.int('connection_id', connectionId)),
  kind: fixed(column.text('kind')),
  toId: fixed(column.uuid('to_id')),
  fromId: fixed(column.uuid('from_id')),
  aliases: fixed(column.texts('aliases')),
  by: fixed(column.text('moved_by')),
  at: fixed(column.time('moved_at')),
  undoneAt: orUndefined(column.time('undone_at')),
  undoneBy: column.text('undone_by'),
})
