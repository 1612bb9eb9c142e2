import { fakeSocket } from '../../testing/fake-socket'
import { createLiveSocket } from './socket'

const setUp = () => {
  const wire = fakeSocket()
  let token = 'first'
  const told = { ready: [] as number[], rights: [] as number[], lost: 0, events: [] as string[], renewals: 0 }
  const live = createLiveSocket({
    open: wire.open,
    token: () => token,
    renewToken: async () => {
      told.renewals += 1
      token = 'second'
      return token
    },
    onReady: (head) => told.ready.push(head),
    onRightsChanged: (head) => told.rights.push(head),
    onLost: () => {
      told.lost += 1
    },
    onEvent: (name) => told.events.push(name),
  })
  const rooms = () =>
    wire.emitted.filter(([name]) => String(name).startsWith('join') || String(name).startsWith('leave'))
  return { ...wire, live, told, rooms }
}

describe('the socket', () => {
  it('shows its token in the query and in auth', () => {
    const { options } = setUp()
    const given: unknown[] = []
    const { auth } = options()
    if (typeof auth === 'function') auth((data) => given.push(data))
    expect(given).toEqual([{ token: 'first' }])
    expect(options().query).toEqual({ token: 'first' })
  })

  it('joins a room once however many ask, and leaves with the last', () => {
    const { live, ready, rooms } = setUp()
    ready(1)
    const leave = [live.joinChatBox(99), live.joinChatBox(99)]
    leave[0]?.()
    leave[0]?.()
    expect(rooms()).toEqual([['joinChatBox', 99]])
    leave[1]?.()
    expect(rooms()).toEqual([
      ['joinChatBox', 99],
      ['leaveChatBox', 99],
    ])
  })

  it('waits for ready with rooms that were asked for earlier, and joins all of them after each reconnect', () => {
    const { live, ready, drop, rooms } = setUp()
    live.joinNotification()
    live.joinTickets('pending')
    expect(rooms()).toEqual([])
    ready(1)
    drop('transport close')
    ready(5)
    const both = [['joinNotification'], ['joinTickets', 'pending']]
    expect(rooms()).toEqual([...both, ...both])
  })

  it('tells that it is there as soon as it is ready', () => {
    const { ready, emitted, told } = setUp()
    ready(7)
    expect(emitted).toContainEqual(['userStatus'])
    expect(told.ready).toEqual([7])
  })

  it('comes back with a renewed token when the server sends it away', async () => {
    const { ready, drop, told, connects, socket } = setUp()
    ready(1)
    drop('io server disconnect')
    await Promise.resolve()
    await Promise.resolve()
    expect(told).toMatchObject({ lost: 1, renewals: 1 })
    expect(connects()).toBe(1)
    expect(socket.io.opts).toMatchObject({ query: { token: 'second' } })
  })

  it('leaves a lost line to socket.io, which comes back with the newest token', () => {
    const { ready, drop, told, connects } = setUp()
    ready(1)
    drop('transport close')
    expect(told).toMatchObject({ lost: 1, renewals: 0 })
    expect(connects()).toBe(0)
  })

  it('tells a second ready on an open line from a reconnect, and joins its rooms again either way', () => {
    const { live, ready, drop, told, rooms } = setUp()
    live.joinChatBox(99)
    ready(1)
    ready(2)
    drop('transport close')
    ready(3)
    expect(told).toMatchObject({ ready: [1, 3], rights: [2] })
    expect(rooms()).toEqual([
      ['joinChatBox', 99],
      ['joinChatBox', 99],
      ['joinChatBox', 99],
    ])
  })

  it('says nothing any more once closed', () => {
    const { live, drop, told } = setUp()
    live.close()
    drop('io client disconnect')
    expect(told.lost).toBe(0)
  })
})
