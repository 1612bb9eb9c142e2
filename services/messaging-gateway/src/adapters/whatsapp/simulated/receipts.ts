import type { SimulatorBehaviour } from '@balcao/contracts'

export interface DueReceipt {
  messageId: string
  ack: 2 | 3 | 4
  dueAt: Date
}

/**
 * The receipts a phone gives for one message by itself: delivered, then read, as the behaviour says. A dropped receipt
 * never comes, a doubled one comes twice, reordering lets the read one overtake.
 * @param chance from 0 to 1, asked once per decision.
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
