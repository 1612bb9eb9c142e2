import { companyId, messageId, ticketId, type CompanyId } from '@balcao/contracts'
import { column, tableOf } from '@balcao/platform'

import type { ContactSend } from '../../features/messages/contact-send.store'

interface StoredContactSend extends ContactSend {
  companyId: CompanyId
  clientKey: string
  createdAt: Date
}

export const contactSends = tableOf<StoredContactSend>()(
  'contact_sends',
  {
    companyId: column.int('company_id', companyId),
    clientKey: column.text('client_key'),
    ticketId: column.bigint('ticket_id', ticketId),
    messageIds: column.uuids('message_ids', messageId),
    createdAt: column.time('created_at'),
  },
  { primary: ['companyId', 'clientKey'] },
)
