import type { BusinessHoursView, QueueView } from '@balcao/contracts'

import type { QueueForm } from '../../data/queues.api'
import { HUE_COUNT, normalizeColor, palette } from '../../ui/palette'
import { isDraftChanged, type OptionDraft } from './option-tree'

export interface QueueValues {
  name: string
  color: string
  orderQueue: number | ''
  greetingMessage: string
  outOfHoursMessage: string
  /** '' is the company's. */
  timeZone: string
  schedules: BusinessHoursView[]
  /** '' for none. */
  integrationId: number | ''
  promptId: number | ''
  /** The option that is being written; saved with the queue, too. */
  draft: OptionDraft | null
}

/** The values as the contract's body: a queue's file is not in the form and stays. */
export const toQueueBody = ({ draft: _draft, timeZone, ...values }: QueueValues): QueueForm => ({
  ...values,
  integrationId: values.integrationId === '' ? null : values.integrationId,
  promptId: values.promptId === '' ? null : values.promptId,
  color: values.color.trim(),
  orderQueue: values.orderQueue === '' ? 0 : values.orderQueue,
  timeZone: timeZone.trim() === '' ? null : timeZone.trim(),
})

/** Whether something would be lost: an option that was only opened is no change. */
export const isQueueChanged = (values: QueueValues, initial: QueueValues): boolean => {
  const draft = values.draft && isDraftChanged(values.draft) ? values.draft : null
  return JSON.stringify({ ...values, draft }) !== JSON.stringify(initial)
}

/* Three hues apart, so that the first queues are told apart at a glance. */
const suggestions = palette.map((color, index) => {
  const row = index - (index % HUE_COUNT)
  return palette[row + ((index * 3) % HUE_COUNT)] ?? color
})

/** Each queue has a colour of its own. */
export const firstFreeColor = (queues: readonly Pick<QueueView, 'color'>[]): string => {
  const used = new Set(queues.map(({ color }) => normalizeColor(color)))
  return suggestions.find((color) => !used.has(color)) ?? ''
}

/** A new queue comes last. */
export const nextOrder = (queues: readonly Pick<QueueView, 'orderQueue'>[]): number =>
  Math.max(0, ...queues.map(({ orderQueue }) => orderQueue)) + 1

/** The queues that get another order when one moves to this index: id and order. */
export const planOrder = (
  queues: readonly Pick<QueueView, 'id' | 'orderQueue'>[],
  id: number,
  index: number,
): { id: number; orderQueue: number }[] => {
  const moved = queues.filter((queue) => queue.id === id)
  const others = queues.filter((queue) => queue.id !== id)
  return [...others.slice(0, index), ...moved, ...others.slice(index)]
    .map((queue, index) => ({ id: queue.id, orderQueue: index + 1, before: queue.orderQueue }))
    .filter(({ orderQueue, before }) => orderQueue !== before)
    .map(({ id: queueId, orderQueue }) => ({ id: queueId, orderQueue }))
}
