import { ticketId } from '@balcao/contracts'

import { planEarlierPage } from './plan-earlier-page'

const tickets = [
  { id: ticketId(9), messageSeq: 3, erasedSeq: 0 },
  { id: ticketId(7), messageSeq: 1, erasedSeq: 0 },
  { id: ticketId(4), messageSeq: 30, erasedSeq: 0 },
  { id: ticketId(2), messageSeq: 2, erasedSeq: 0 },
]
const plan = (cursor: [number, number] | undefined, size = 20, given = tickets) => {
  const at = cursor && { ticketId: ticketId(cursor[0]), before: cursor[1] }
  const { ranges, hasMore } = planEarlierPage(given, at, size)
  return [ranges.map(({ ticketId: id, first, last }) => `${id}: ${first}-${last}`), hasMore]
}

describe('a page of earlier messages', () => {
  it('goes over tickets, the latest first', () =>
    expect(plan(undefined)).toEqual([['9: 1-3', '7: 1-1', '4: 15-30'], true]))

  it('goes on before its cursor', () => {
    expect(plan([4, 15], 20, tickets.slice(2))).toEqual([['4: 1-14', '2: 1-2'], false])
    expect(plan([4, 1], 20, tickets.slice(2))).toEqual([['2: 1-2'], false])
    expect(plan([2, 1], 20, tickets.slice(3))).toEqual([[], false])
  })

  it('knows what follows when it ends with a ticket', () => {
    expect(plan(undefined, 3)).toEqual([['9: 1-3'], true])
    expect(plan(undefined, 4, tickets.slice(0, 2))).toEqual([['9: 1-3', '7: 1-1'], false])
  })

  it('goes on after a ticket that is not there any more', () =>
    expect(plan([5, 8], 20, tickets.slice(2))).toEqual([['4: 11-30'], true]))

  it('ends where messages are no longer kept', () => {
    const erased = [
      { id: ticketId(9), messageSeq: 12, erasedSeq: 8 },
      { id: ticketId(4), messageSeq: 5, erasedSeq: 0 },
    ]
    expect(plan(undefined, 3, erased)).toEqual([['9: 10-12'], true])
    expect(plan(undefined, 4, erased)).toEqual([['9: 9-12'], true])
    expect(plan([9, 9], 4, erased)).toEqual([['4: 2-5'], true])
  })

  it('is empty without tickets', () => expect(plan(undefined, 20, [])).toEqual([[], false]))
})
