import { AppError } from '@balcao/kernel'

interface NamedQueue {
  id: number
  name: string
  color: string
}

/** Two names that differ in case only are one. */
export const nameKey = (name: string): string => name.trim().toLowerCase()

/** `#FFF` and `#ffffff` are one colour. */
export const colorKey = (color: string): string => {
  const hex = color.slice(1).toLowerCase()
  return hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex
}

/** @throws {AppError} ERR_QUEUE_NAME_ALREADY_EXISTS, ERR_QUEUE_COLOR_ALREADY_EXISTS */
export function assertUnique(
  queues: readonly NamedQueue[],
  queue: NamedQueue | Omit<NamedQueue, 'id'>,
): void {
  const others = queues.filter(({ id }) => !('id' in queue) || id !== queue.id)
  if (others.some(({ name }) => nameKey(name) === nameKey(queue.name)))
    throw new AppError('ERR_QUEUE_NAME_ALREADY_EXISTS')
  if (others.some(({ color }) => colorKey(color) === colorKey(queue.color)))
    throw new AppError('ERR_QUEUE_COLOR_ALREADY_EXISTS')
}
