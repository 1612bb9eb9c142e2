import { companyId, connectionId, type CompanyId, type ConnectionId } from '@balcao/contracts'
import { column, fixed, group, tableOf } from '@balcao/platform'

import type { JournalEntry, MessageIdentity } from '../../features/inbound/inbound.store'

interface RecordedEntry extends Omit<JournalEntry, keyof MessageIdentity> {
  companyId: CompanyId
  connectionId: ConnectionId
  identity: MessageIdentity
}

export const inboundMessages = tableOf<RecordedEntry>()(
  'inbound_messages',
  {
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
    kind: column.text('kind'),
    mediaKey: column.text('media_key'),
    sentAt: fixed(column.time('sent_at')),
  },
  { unmapped: ['recorded_at'] },
)
