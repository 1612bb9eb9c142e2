import { drainConnections } from './drain.sockets'

const connections = (count: number, closedAt: number[]) =>
  Array.from({ length: count }, () => ({ close: () => closedAt.push(performance.now()) }))

describe('a drain', () => {
  it('closes every connection, in as many slices as the time has', async () => {
    const closedAt: number[] = []
    await drainConnections(connections(23, closedAt), 300)
    expect(closedAt).toHaveLength(23)
    const pauses = closedAt.slice(1).filter((at, index) => at - (closedAt[index] ?? 0) > 50)
    expect(pauses).toHaveLength(2)
  })

  it('closes all of them at once when it is given no time', async () => {
    const closedAt: number[] = []
    const draining = drainConnections(connections(5, closedAt), 0)
    expect(closedAt).toHaveLength(5)
    await draining
  })

  it('of nothing takes no time', async () => {
    await drainConnections([], 60_000)
  })
})
