import type { ConnectionProvider, ConnectionView, ProvidersView, QueueView } from '@balcao/contracts'

import type { ConnectionForm } from '../../data/connections.api'
import { randomHex } from '../../lib/random-hex'

/** The values of the form: numbers as typed, '' in place of null. */
export interface ConnectionValues {
  name: string
  isDefault: boolean
  provider: ConnectionProvider
  greetingMessage: string
  complationMessage: string
  outOfHoursMessage: string
  ratingMessage: string
  expiresInactiveMessage: string
  token: string
  queueIds: number[]
  /** '' for none. */
  promptId: number | ''
  transferQueueId: number | ''
  timeToTransfer: number | ''
  expiresTicket: number | ''
  maxUseBotQueues: number | ''
  timeUseBotQueues: number | ''
}

export const newConnection: ConnectionValues = {
  name: '',
  isDefault: false,
  provider: 'beta',
  greetingMessage: '',
  complationMessage: '',
  outOfHoursMessage: '',
  ratingMessage: '',
  expiresInactiveMessage: '',
  token: '',
  queueIds: [],
  promptId: '',
  transferQueueId: '',
  timeToTransfer: 0,
  expiresTicket: 0,
  maxUseBotQueues: 3,
  timeUseBotQueues: 0,
}

/** A new connection of the standard provider, or of the first available one. */
export const createConnectionValues = (
  { providers, default: standard }: ProvidersView,
  queue?: Pick<QueueView, 'id'>,
): ConnectionValues => ({
  ...newConnection,
  provider: providers.includes(standard) ? standard : (providers[0] ?? standard),
  queueIds: queue ? [queue.id] : [],
})

/** The queue that a new connection begins with: the company's only one, while it has no other connection. */
export const findOnlyQueue = <Q>(queues: readonly Q[], connections: readonly unknown[]): Q | undefined =>
  connections.length === 0 && queues.length === 1 ? queues[0] : undefined

/** A connection as the form shows it. */
export const toValues = (view: ConnectionView): ConnectionValues => ({
  name: view.name,
  isDefault: view.isDefault,
  provider: view.provider,
  greetingMessage: view.greetingMessage,
  complationMessage: view.complationMessage,
  outOfHoursMessage: view.outOfHoursMessage,
  ratingMessage: view.ratingMessage,
  expiresInactiveMessage: view.expiresInactiveMessage,
  token: '',
  queueIds: view.queueIds,
  promptId: view.promptId ?? '',
  transferQueueId: view.transferQueueId ?? '',
  timeToTransfer: view.timeToTransfer,
  expiresTicket: view.expiresTicket,
  maxUseBotQueues: view.maxUseBotQueues,
  timeUseBotQueues: view.timeUseBotQueues,
})

const parseNumber = (value: number | '', fallback: number): number => (value === '' ? fallback : value)

/** The form as the contract's body. */
export const toConnectionBody = (values: ConnectionValues): ConnectionForm => ({
  ...values,
  promptId: values.promptId === '' ? null : values.promptId,
  transferQueueId: values.transferQueueId === '' ? null : values.transferQueueId,
  timeToTransfer: parseNumber(values.timeToTransfer, 0),
  expiresTicket: parseNumber(values.expiresTicket, 0),
  maxUseBotQueues: parseNumber(values.maxUseBotQueues, 3),
  timeUseBotQueues: parseNumber(values.timeUseBotQueues, 0),
})

/** With more than one queue the greeting, which asks for one, is required. */
export const isGreetingRequired = (values: ConnectionValues): boolean =>
  values.queueIds.length > 1 && values.greetingMessage.trim() === ''

/** 40 random characters for the messages API. */
export const generateToken = (): string => randomHex(20)

export type ConnectionTab = 'general' | 'messages' | 'queues' | 'closing'

/** Which tab shows a field: a refused submit opens the first tab with an error. */
export const fieldTabs: Record<keyof ConnectionValues, ConnectionTab> = {
  name: 'general',
  isDefault: 'general',
  provider: 'general',
  token: 'general',
  greetingMessage: 'messages',
  complationMessage: 'messages',
  outOfHoursMessage: 'messages',
  ratingMessage: 'messages',
  queueIds: 'queues',
  promptId: 'queues',
  transferQueueId: 'queues',
  timeToTransfer: 'queues',
  maxUseBotQueues: 'queues',
  timeUseBotQueues: 'queues',
  expiresTicket: 'closing',
  expiresInactiveMessage: 'closing',
}

export const findTabWithError = (errors: Record<string, unknown>): ConnectionTab | null => {
  const order: ConnectionTab[] = ['general', 'messages', 'queues', 'closing']
  const wrong = new Set(Object.keys(errors).map((field) => fieldTabs[field as keyof ConnectionValues]))
  return order.find((tab) => wrong.has(tab)) ?? null
}
