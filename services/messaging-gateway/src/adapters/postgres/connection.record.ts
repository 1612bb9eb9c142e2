import type { PasskeyStepView } from '@balcao/contracts'
import { EntitySchema } from 'typeorm'

/** A step as JSON has it. */
export type PasskeyRecord = PasskeyStepView

/** A row of `connections`. */
export interface ConnectionRecord {
  id: number
  companyId: number
  name: string
  provider: string
  status: string
  number: string
  isDefault: boolean
  greetingMessage: string
  completionMessage: string
  outOfHoursMessage: string
  ratingMessage: string
  expiresInactiveMessage: string
  queueIds: number[]
  transferQueueId: number | null
  timeToTransfer: number
  promptId: number | null
  expiresTicket: number
  maxUseBotQueues: number
  timeUseBotQueues: number
  retries: number
  lastEnd: string
  retryAt: Date | null
  newChatsHold: string
  newChatsHeldUntil: Date | null
  qrcode: string
  passkey: PasskeyRecord | null
  /** Always '': the column is from before only a hash was kept. */
  token: string
  tokenHash: Buffer | null
  tokenEnd: string
  wanted: boolean
  command: string
  commandNumber: number
  deletedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

const text = (name: string) => ({ name, type: 'text' as const, default: '' })
const count = (name: string, standard = 0) => ({ name, type: 'integer' as const, default: standard })
const moment = (name: string) => ({ name, type: 'timestamptz' as const, default: () => 'now()' })

export const connectionRecord = new EntitySchema<ConnectionRecord>({
  name: 'Connection',
  tableName: 'connections',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    companyId: { name: 'company_id', type: 'integer' },
    name: { type: 'text' },
    provider: { type: 'text' },
    status: { type: 'text' },
    number: text('number'),
    isDefault: { name: 'is_default', type: 'boolean', default: false },
    greetingMessage: text('greeting_message'),
    completionMessage: text('completion_message'),
    outOfHoursMessage: text('out_of_hours_message'),
    ratingMessage: text('rating_message'),
    expiresInactiveMessage: text('expires_inactive_message'),
    queueIds: { name: 'queue_ids', type: 'integer', array: true, default: '{}' },
    transferQueueId: { name: 'transfer_queue_id', type: 'integer', nullable: true },
    timeToTransfer: count('time_to_transfer'),
    promptId: { name: 'prompt_id', type: 'integer', nullable: true },
    expiresTicket: count('expires_ticket'),
    maxUseBotQueues: count('max_use_bot_queues', 3),
    timeUseBotQueues: count('time_use_bot_queues'),
    retries: count('retries'),
    lastEnd: text('last_end'),
    retryAt: { name: 'retry_at', type: 'timestamptz', nullable: true },
    newChatsHold: text('new_chats_hold'),
    newChatsHeldUntil: { name: 'new_chats_held_until', type: 'timestamptz', nullable: true },
    qrcode: text('qrcode'),
    passkey: { type: 'jsonb', nullable: true },
    token: text('token'),
    tokenHash: { name: 'token_hash', type: 'bytea', nullable: true },
    tokenEnd: text('token_end'),
    wanted: { type: 'boolean', default: true },
    command: text('command'),
    commandNumber: count('command_number'),
    deletedAt: { name: 'deleted_at', type: 'timestamptz', nullable: true },
    createdAt: moment('created_at'),
    updatedAt: moment('updated_at'),
  },
  indices: [
    { name: 'connections_name', synchronize: false },
    { name: 'connections_default', synchronize: false },
    { name: 'connections_token', synchronize: false },
    { name: 'connections_supervised', synchronize: false },
  ],
})
