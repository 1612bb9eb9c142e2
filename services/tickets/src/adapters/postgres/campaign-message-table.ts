import { companyId, connectionId, messageId } from '@balcao/contracts'
import { column, fixed, orUndefined, tableOf } from '@balcao/platform'

import type { CampaignMessage } from '../../features/messages/campaign-message.store'

export const campaignMessages = tableOf<CampaignMessage>()(
  'campaign_messages',
  {
    id: fixed(column.uuid('id', messageId)),
    companyId: fixed(column.int('company_id', companyId)),
    connectionId: fixed(column.int('connection_id', connectionId)),
    phone: fixed(column.text('phone')),
    campaignId: fixed(column.int('campaign_id', Number)),
    fromMe: fixed(column.bool('from_me')),
    waId: fixed(column.text('wa_id')),
    remoteJid: fixed(column.text('remote_jid')),
    kind: fixed(column.text('kind')),
    ack: column.smallint('ack'),
    failure: column.text('failure'),
    asks: fixed(column.bool('asks')),
    opensTicket: fixed(column.bool('opens_ticket')),
    optOutWords: fixed(column.texts('opt_out_words')),
    document: orUndefined(column.jsonb('document')),
    sentAt: fixed(column.time('sent_at')),
  },
  // The order in which they were written.
  { primary: ['companyId', 'id'], unmapped: ['position'] },
)
