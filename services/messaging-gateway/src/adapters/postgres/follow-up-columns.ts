import { companyId, connectionId, type CompanyId, type ConnectionId } from '@balcao/contracts'
import { column, fixed, group } from '@balcao/platform'

import type { WaitingMessage } from '../../features/inbound/follow-up.store'
import type { MessageIdentity } from '../../features/inbound/inbound.store'

/** A follow-up with the company, the connection and the time of the next try. */
export type StoredFollowUp<T extends WaitingMessage = WaitingMessage> = T & {
  companyId: CompanyId
  connectionId: ConnectionId
  nextAt: Date
}

/** Columns that every follow-up table has. */
export const followUpColumns = {
  id: fixed(column.uuid('id')),
  companyId: fixed(column.int('company_id', companyId)),
  connectionId: fixed(column.int('connection_id', connectionId)),
  conversationId: fixed(column.uuid('conversation_id')),
  identity: fixed(
    group<MessageIdentity>({
      remoteJid: column.text('remote_jid'),
      participant: column.text('participant'),
      fromMe: column.bool('from_me'),
      waId: column.text('wa_id'),
    }),
  ),
  tries: column.int('tries'),
  nextAt: column.time('next_at'),
}
