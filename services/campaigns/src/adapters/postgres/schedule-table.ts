import { companyId, connectionId, contactId, isErrorCode, scheduleId, userId } from '@balcao/contracts'
import { foldText } from '@balcao/kernel'
import { column, converted, entityOf, fixed, generated, orNull } from '@balcao/platform'

import type { Schedule } from '../../features/schedules/schedule.store'

/** Values of the column `state`. */
export const storedStates: Record<Schedule['state'], string> = {
  pending: 'PENDENTE',
  sending: 'ENVIANDO',
  sent: 'ENVIADA',
  failed: 'ERRO',
}

const parseState = (stored: string): Schedule['state'] =>
  (Object.keys(storedStates) as Schedule['state'][]).find((state) => storedStates[state] === stored) ??
  'failed'

export const schedules = entityOf<Schedule>()(
  'schedules',
  {
    id: generated(column.int('id', scheduleId)),
    companyId: fixed(column.int('company_id', companyId)),
    body: column.text('body'),
    connectionId: orNull(column.int('connection_id', connectionId)),
    template: orNull(column.jsonb('template')),
    sendAt: column.time('send_at'),
    state: converted(column.text('state'), { read: parseState, write: (state) => storedStates[state] }),
    sentAt: orNull(column.time('sent_at')),
    failure: column.text('failure', (code) => (isErrorCode(code) ? code : '')),
    contactId: column.bigint('contact_id', contactId),
    contactName: column.text('contact_name'),
    contactAsOf: orNull(column.time('contact_as_of')),
    userId: column.int('user_id', userId),
    userName: column.text('user_name'),
    media: orNull(column.jsonb('media')),
    formerKeys: column.texts('former_keys'),
    dueAt: column.time('due_at'),
    attempts: column.int('attempts'),
    claimedAt: orNull(column.time('claimed_at')),
    createdAt: column.time('created_at'),
    updatedAt: column.time('updated_at'),
  },
  {
    derived: {
      search_text: { type: 'text', from: ({ body, contactName }) => foldText(`${body}\n${contactName}`) },
    },
  },
)
