import type { SimulatorBehaviour } from '@balcao/contracts'

export interface DueReceipt {
  messageId: string
  ack: 2 | 3 | 4
  dueAt: Date
}

/**
 * The receipts that a phone sends for one message: delivered, then read, according to the behaviour. A dropped
 * receipt is never sent, a doubled one twice; reordering sends the read receipt first.
 * @param chance from 0 to 1, called once per decision.
 */
export function automaticReceipts(
  behaviour: SimulatorBehaviour,
  messageId: string,
  now: Date,
  chance: () => number,
): DueReceipt[] {
  if (behaviour.receipts === 'manual') return []
  const delays = [behaviour.delayMs, behaviour.delayMs * 2]
  if (behaviour.reorder) delays.reverse()
  const planned: DueReceipt[] = [
    { messageId, ack: 2, dueAt: new Date(now.getTime() + (delays[0] ?? 0)) },
    { messageId, ack: 3, dueAt: new Date(now.getTime() + (delays[1] ?? 0)) },
  ]
  const given = planned
    .filter(() => chance() >= behaviour.dropRate)
    .flatMap((receipt) => (chance() < behaviour.duplicateRate ? [receipt, receipt] : [receipt]))
  return behaviour.reorder ? given.reverse() : given
}
