import type { QueueView } from '@balcao/contracts'

import type { QueueForm } from '../../data/queues.api'
import { normalizeColor, palette } from '../../ui/palette'

export interface QueueValues {
  name: string
  color: string
  orderQueue: number | ''
}

export const toQueueBody = ({ name, color, orderQueue }: QueueValues): QueueForm => ({
  name,
  color: color.trim(),
  orderQueue: orderQueue === '' ? 0 : orderQueue,
})

/** Each queue has a colour of its own. */
export const firstFreeColor = (queues: readonly Pick<QueueView, 'color'>[]): string => {
  const used = new Set(queues.map(({ color }) => normalizeColor(color)))
  return palette.find((color) => !used.has(color)) ?? ''
}

/** A new queue comes last. */
export const nextOrder = (queues: readonly Pick<QueueView, 'orderQueue'>[]): number =>
  Math.max(0, ...queues.map(({ orderQueue }) => orderQueue)) + 1
