import {
  companyId,
  connectionId,
  connectionProviders,
  connectionStatuses,
  newChatHolds,
  queueId,
  sessionEnds,
  type PasskeyStepView,
} from '@balcao/contracts'
import { column, converted, fixed, generated, orNull, tableOf } from '@balcao/platform'

import type { Connection, Fallbacks, SessionCommand } from '../../features/connections/connection.store'

const commands: readonly SessionCommand[] = ['', 'restart', 'reset', 'logout', 'move']

const parseOneOf =
  <T extends string>(allowed: readonly T[]) =>
  (value: string): T => {
    const found = allowed.find((candidate) => candidate === value)
    if (found === undefined) throw new Error(`A connection row says ${value}`)
    return found
  }

export const readProvider = parseOneOf(connectionProviders)
export const readCommand = parseOneOf(commands)

const passkey = converted(column.jsonb<PasskeyStepView>('passkey'), {
  read: (step) => ({ ...step, until: new Date(step.until) }),
  write: (step) => ({ ...step, until: step.until.toISOString() }),
})

/* JSON in text: jsonb does not store every string that JSON can have. */
const fallbacks = converted(column.text('fallbacks'), {
  read: (stored) => JSON.parse(stored) as Fallbacks,
  write: (value) => JSON.stringify(value),
})

export const connections = tableOf<Connection>()(
  'connections',
  {
    id: generated(column.int('id', connectionId)),
    companyId: fixed(column.int('company_id', companyId)),
    name: column.text('name'),
    provider: column.text('provider', readProvider),
    status: column.text('status', parseOneOf(connectionStatuses)),
    number: column.text('number'),
    isDefault: column.bool('is_default'),
    greetingMessage: column.text('greeting_message'),
    completionMessage: column.text('completion_message'),
    outOfHoursMessage: column.text('out_of_hours_message'),
    ratingMessage: column.text('rating_message'),
    expiresInactiveMessage: column.text('expires_inactive_message'),
    queueIds: column.ints('queue_ids', queueId),
    transferQueueId: orNull(column.int('transfer_queue_id', queueId)),
    timeToTransfer: column.int('time_to_transfer'),
    promptId: orNull(column.int('prompt_id')),
    expiresTicket: column.int('expires_ticket'),
    maxUseBotQueues: column.int('max_use_bot_queues'),
    timeUseBotQueues: column.int('time_use_bot_queues'),
    retries: column.int('retries'),
    lastEnd: column.text('last_end', parseOneOf(['', ...sessionEnds])),
    retryAt: orNull(column.time('retry_at')),
    newChatsHold: column.text('new_chats_hold', parseOneOf(['', ...newChatHolds])),
    newChatsHeldUntil: orNull(column.time('new_chats_held_until')),
    fallbacks,
    qrcode: column.text('qrcode'),
    passkey: orNull(passkey),
    tokenEnd: column.text('token_end'),
    wanted: column.bool('wanted'),
    command: column.text('command', readCommand),
    commandNumber: column.int('command_number'),
    createdAt: fixed(column.time('created_at')),
    updatedAt: column.time('updated_at'),
  },
  // `token` is '' in every row: the plain token is no longer stored, only `token_hash`.
  { unmapped: ['token', 'token_hash', 'deleted_at', 'to_announce'] },
)
