import { companyId, connectionId, messageId } from '@balcao/contracts'
import {
  column,
  converted,
  fixed,
  generated,
  orUndefined,
  sql,
  tableOf,
  type Row,
  type Sql,
} from '@balcao/platform'

import type { Lane, Operation, OutboundRow } from '../../features/outbound/outbound.store'

export const LANES = { agent: 0, campaign: 1 } as const

/* A row has operation and payload in two columns, whose correlation the type cannot express. */
type StoredOutbound = Omit<OutboundRow, keyof Operation> & {
  operation: Operation['operation']
  payload: Operation['payload']
}

const lane = converted(column.smallint('lane'), {
  read: (stored): Lane => (stored === LANES.agent ? 'agent' : 'campaign'),
  write: (value) => LANES[value],
})

export const outbound = tableOf<StoredOutbound>()(
  'outbound',
  {
    id: generated(column.bigint('id')),
    companyId: fixed(column.int('company_id', companyId)),
    connectionId: fixed(column.int('connection_id', connectionId)),
    conversationId: fixed(column.uuid('conversation_id')),
    messageId: fixed(column.uuid('message_id', messageId)),
    campaignId: fixed(orUndefined(column.int('campaign_id', Number))),
    byApi: fixed(column.bool('by_api')),
    targetId: fixed(orUndefined(column.uuid('target_id', messageId))),
    operation: fixed(column.text('operation')),
    payload: fixed(column.jsonb('payload')),
    lane: fixed(lane),
    waId: fixed(column.text('wa_id')),
    remoteJid: fixed(column.text('remote_jid')),
    // Updated only by statements that name the previous states.
    networkId: generated(orUndefined(column.text('network_id'))),
    state: generated(column.text('state')),
    failure: generated(column.text('failure')),
    tries: generated(column.int('tries')),
  },
  { unmapped: ['settled', 'epoch', 'not_before', 'sending_at', 'created_at', 'updated_at', 'new_chat'] },
)

export const readOutbound = (row: Row): OutboundRow => outbound.read(row) as OutboundRow

/** Whether a row has this id, ours or the network's. */
export const isNamed = (id: string): Sql => sql`(wa_id = ${id} OR network_id = ${id})`
