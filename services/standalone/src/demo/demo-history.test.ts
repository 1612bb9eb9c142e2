import { DAY } from '@balcao/kernel'

import { buildHistory } from './demo-history'

const cast = {
  agents: { Vendas: [2, 5], Suporte: [3, 6] },
  queues: { Vendas: 1, Suporte: 2 },
  tags: { VIP: 1, Troca: 2, Retorno: 3, Orçamento: 4 },
}
const now = new Date('2026-11-22T12:00:00Z')
const history = buildHistory(cast, now)

describe('the demo’s past month', () => {
  it('is the same at every start of a day', () => expect(buildHistory(cast, now)).toEqual(history))

  it('has tickets of every queue and agent, with ratings and tags', () => {
    expect(history.length).toBeGreaterThan(150)
    const both = (values: number[]) => [...new Set(values)].toSorted((left, right) => left - right)
    expect(both(history.map(({ queueId }) => queueId))).toEqual([1, 2])
    expect(both(history.map(({ userId }) => userId))).toEqual([2, 3, 5, 6])
    expect(both(history.flatMap(({ rate }) => rate ?? []))).toEqual([1, 2, 3])
    expect(both(history.flatMap(({ tagIds }) => [...tagIds]))).toEqual([1, 2, 3, 4])
  })

  it('lies between thirty days ago and today, on no Sunday, each ticket in order', () => {
    for (const { openedAt, acceptedAt, closedAt, lines } of history) {
      const times = [openedAt, acceptedAt, ...lines.slice(1).map(({ at }) => at), closedAt]
      expect(times).toEqual(times.toSorted((left, right) => left.getTime() - right.getTime()))
      expect(openedAt.getTime()).toBeGreaterThan(now.getTime() - 31 * DAY)
      expect(closedAt.getTime()).toBeLessThan(now.getTime())
      expect(openedAt.getUTCDay()).not.toBe(0)
    }
  })
})
