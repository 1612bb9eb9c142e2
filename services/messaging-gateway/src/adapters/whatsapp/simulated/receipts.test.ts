import type { SimulatorBehaviour } from '@balcao/contracts'

import { automaticReceipts } from './receipts'

const now = new Date('2026-03-01T12:00:00Z')
const behaviour: SimulatorBehaviour = {
  receipts: 'auto',
  delayMs: 100,
  dropRate: 0,
  duplicateRate: 0,
  reorder: false,
}
const planned = (changes: Partial<SimulatorBehaviour>, chance = 0.5) =>
  automaticReceipts({ ...behaviour, ...changes }, 'X', now, () => chance).map(({ ack, dueAt }) => [
    ack,
    dueAt.getTime() - now.getTime(),
  ])

describe('a phone that gives receipts', () => {
  it('says delivered, then read', () =>
    expect(planned({})).toEqual([
      [2, 100],
      [3, 200],
    ]))
  it('is silent by hand', () => expect(planned({ receipts: 'manual' })).toEqual([]))
  it('drops them', () => expect(planned({ dropRate: 1 }, 0.99)).toEqual([]))
  it('doubles them', () =>
    expect(planned({ duplicateRate: 1 })).toEqual([
      [2, 100],
      [2, 100],
      [3, 200],
      [3, 200],
    ]))
  it('lets read overtake delivered', () =>
    expect(planned({ reorder: true })).toEqual([
      [3, 100],
      [2, 200],
    ]))
})
