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
    live.joinChatBox(99)
    live.joinChatBox(100)
    expect(rooms()).toEqual([])
    ready(1)
    drop('transport close')
    ready(5)
    const both = [
      ['joinChatBox', 99],
      ['joinChatBox', 100],
    ]
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

  describe('after a refused handshake', () => {
    const REFUSED = { data: { code: 'ERR_SESSION_EXPIRED' } }
    const BUSY = { data: { code: 'ERR_UNAVAILABLE' } }
    const SHORTEST_MS = 1_500

    beforeEach(() => jest.useFakeTimers())
    afterEach(() => {
      jest.useRealTimers()
      jest.restoreAllMocks()
    })

    const refuse = ({ socket, serverSays }: ReturnType<typeof setUp>, refusal: unknown) => {
      socket.active = false
      serverSays('connect_error', refusal)
    }

    it('comes back with a renewed token within three seconds, not at once', async () => {
      const desk = setUp()
      refuse(desk, REFUSED)
      await jest.advanceTimersByTimeAsync(SHORTEST_MS - 1)
      expect([desk.told.renewals, desk.connects()]).toEqual([0, 0])
      await jest.advanceTimersByTimeAsync(3_000)
      expect([desk.told.renewals, desk.connects()]).toEqual([1, 1])
    })

    it('renews no token for a server that could not decide', async () => {
      const desk = setUp()
      refuse(desk, BUSY)
      await jest.advanceTimersByTimeAsync(3_000)
      expect([desk.told.renewals, desk.connects()]).toEqual([0, 1])
      refuse(desk, REFUSED)
      await jest.advanceTimersByTimeAsync(6_000)
      expect([desk.told.renewals, desk.connects()]).toEqual([1, 2])
    })

    it('waits longer after each, half a minute at most, and begins anew once it was there', async () => {
      const desk = setUp()
      jest.spyOn(Math, 'random').mockReturnValue(1)
      for (const seconds of [3, 6, 12, 24, 30, 30]) {
        const before = desk.connects()
        refuse(desk, BUSY)
        await jest.advanceTimersByTimeAsync(seconds * 1_000 - 1)
        expect(desk.connects()).toBe(before)
        await jest.advanceTimersByTimeAsync(1)
        expect(desk.connects()).toBe(before + 1)
      }
      desk.ready(1)
      refuse(desk, BUSY)
      await jest.advanceTimersByTimeAsync(3_000)
      expect(desk.connects()).toBe(7)
    })

    it('does not come back with all others together', async () => {
      const waits = new Set<number>()
      const after = jest.spyOn(globalThis, 'setTimeout')
      for (let index = 0; index < 20; index += 1) refuse(setUp(), BUSY)
      for (const [, ms = 0] of after.mock.calls) waits.add(ms)
      expect(waits.size).toBeGreaterThan(10)
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(SHORTEST_MS)
    })

    it('stays away once closed', async () => {
      const desk = setUp()
      refuse(desk, BUSY)
      desk.live.close()
      await jest.advanceTimersByTimeAsync(60_000)
      expect(desk.connects()).toBe(0)
    })
  })

  it('says nothing any more once closed', () => {
    const { live, drop, told } = setUp()
    live.close()
    drop('io client disconnect')
    expect(told.lost).toBe(0)
  })
})
