import { buildTicket } from '../../testing/desk-builders'
import { findNeighbour } from './use-list-shortcuts'

describe('moving through the list', () => {
  const rows = [buildTicket({ id: 1 }), buildTicket({ id: 2, status: 'pending' }), buildTicket({ id: 3 })]
  const uuid = (index: number) => rows[index]?.uuid
  it('begins at the top', () => expect(findNeighbour(rows, undefined, 1)?.id).toBe(1))
  it('begins at the end upwards', () => expect(findNeighbour(rows, undefined, -1)?.id).toBe(3))
  it('comes to waiting tickets too', () => expect(findNeighbour(rows, uuid(0), 1)?.id).toBe(2))
  it('stops at the end', () => expect(findNeighbour(rows, uuid(2), 1)).toBeUndefined())
})
