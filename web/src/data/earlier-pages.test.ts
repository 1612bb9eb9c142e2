import { buildMessage } from '../testing/desk-builders'
import { changeEarlier, flattenEarlier, nextEarlierCursor, type EarlierPages } from './earlier-pages'

const page = (ticketId: number, seqs: number[], hasMore: boolean) => ({
  messages: seqs.map((seq) => buildMessage({ seq, ticketId })),
  tickets: [],
  hasMore,
})
const pages: EarlierPages = {
  pages: [page(7, [1, 2], true), page(4, [3], false)],
  pageParams: [null, { beforeTicketId: 7, before: 1 }],
}

describe('earlier messages', () => {
  it('are read oldest first over all pages and tickets', () =>
    expect(flattenEarlier(pages).map(({ ticketId, seq }) => [ticketId, seq])).toEqual([
      [4, 3],
      [7, 1],
      [7, 2],
    ]))

  it('go on before the oldest one of a page', () => {
    expect(nextEarlierCursor(page(7, [5, 6], true))).toEqual({ beforeTicketId: 7, before: 5 })
    expect(nextEarlierCursor(page(7, [5], false))).toBeUndefined()
    expect(nextEarlierCursor(page(7, [], true))).toBeUndefined()
  })

  it('follow what becomes of one of them, and of no other', () => {
    const [known] = flattenEarlier(pages)
    const deleted = { ...known!, isDeleted: true, updatedAt: '2027-01-01T00:00:00.000Z' }
    expect(flattenEarlier(changeEarlier(pages, deleted))[0]?.isDeleted).toBe(true)
    expect(changeEarlier(pages, buildMessage({ seq: 9, ticketId: 4 }))).toBe(pages)
  })
})
