import { companyId, userId } from '@balcao/contracts'
import { SECOND } from '@balcao/kernel'
import { createRedisPresence } from '@balcao/platform'
import { describePresence, fixedClock, waitFor } from '@balcao/testkit'

import {
  away,
  closeAll,
  connected,
  selectDatabase,
  describeWithOwnRedis,
  describeWithRedis,
  ready,
  redisUrl,
  useOwnRedis,
} from './redis-rig'

const [acme, beta] = [companyId(7), companyId(8)]
const [ana, bruno] = [userId(1), userId(2)]

afterAll(closeAll)

describeWithRedis('with Redis', () => {
  describePresence('redis', async () => {
    const redis = await connected(selectDatabase(redisUrl ?? '', 2))
    await redis.flushdb()
    const clock = fixedClock()
    return { presence: createRedisPresence(redis, clock), pass: async (ms) => clock.advance(ms) }
  })
})

describeWithOwnRedis('presence of several processes', () => {
  const own = useOwnRedis()

  const processes = async (count: number) => {
    const clock = fixedClock()
    const clients = await Promise.all(Array.from({ length: count }, () => connected(own().url)))
    return { clock, clients, presences: clients.map((redis) => createRedisPresence(redis, clock)) }
  }

  it('tells one of them who came and one of them who went', async () => {
    const { presences } = await processes(3)
    const sockets = Array.from({ length: 30 }, (_, index) => ({
      presence: presences[index % 3]!,
      id: `socket-${index}`,
    }))
    const came = await Promise.all(sockets.map(({ presence, id }) => presence.beat(acme, ana, id)))
    expect(came.filter(Boolean)).toHaveLength(1)
    for (const presence of presences) expect(await presence.listOnline(acme)).toEqual([ana])
    const went = await Promise.all(sockets.map(({ presence, id }) => presence.leave(acme, ana, id)))
    expect(went.filter(Boolean)).toHaveLength(1)
    for (const presence of presences) expect(await presence.listOnline(acme)).toEqual([])
  })

  it('shows a company its own users only', async () => {
    const { presences } = await processes(2)
    await presences[0]!.beat(acme, ana, 'a')
    await presences[1]!.beat(beta, bruno, 'b')
    expect(await presences[1]!.listOnline(acme)).toEqual([ana])
    expect(await presences[0]!.listOnline(beta)).toEqual([bruno])
  })

  it('ends for the sockets of a process that was killed', async () => {
    const { presences, clock } = await processes(2)
    await presences[0]!.beat(acme, ana, 'a')
    clock.advance(25 * SECOND)
    await presences[1]!.beat(acme, bruno, 'b')
    clock.advance(16 * SECOND)
    expect(await presences[1]!.listOnline(acme)).toEqual([bruno])
    expect(await presences[1]!.isWhole(acme)).toBe(true)
  })

  it('is what each knows while Redis is away, says so, and is whole again after the next beats', async () => {
    const { presences, clients, clock } = await processes(2)
    const [first, second] = [presences[0]!, presences[1]!]
    await first.beat(acme, ana, 'a')
    await second.beat(acme, bruno, 'b')
    clock.advance(20 * SECOND)
    expect(await first.isWhole(acme)).toBe(true)
    await own().kill()
    await Promise.all(clients.map(away))
    expect(await first.beat(acme, ana, 'a')).toBe(false)
    expect(await first.beat(acme, userId(3), 'c')).toBe(true)
    expect(await first.listOnline(acme)).toEqual([ana, 3])
    expect(await first.isWhole(acme)).toBe(false)
    await own().start()
    await Promise.all(clients.map(ready))
    expect(await first.isWhole(acme)).toBe(false)
    await Promise.all([
      first.beat(acme, ana, 'a'),
      first.beat(acme, userId(3), 'c'),
      second.beat(acme, bruno, 'b'),
    ])
    expect([...(await second.listOnline(acme))].sort()).toEqual([1, 2, 3])
    clock.advance(20 * SECOND)
    expect(await first.isWhole(acme)).toBe(true)
  })

  it('knows that it forgot when everything was flushed', async () => {
    const { presences, clients, clock } = await processes(2)
    await presences[0]!.beat(acme, ana, 'a')
    clock.advance(20 * SECOND)
    await clients[0]!.flushall()
    expect(await presences[1]!.listOnline(acme)).toEqual([])
    expect(await presences[1]!.isWhole(acme)).toBe(false)
    clock.advance(15 * SECOND)
    await presences[0]!.beat(acme, ana, 'a')
    expect(await presences[1]!.listOnline(acme)).toEqual([ana])
    clock.advance(5 * SECOND)
    expect(await presences[1]!.isWhole(acme)).toBe(true)
  })

  it('does not wait long for a Redis that hangs', async () => {
    const { presences, clients, clock } = await processes(1)
    own().pause()
    expect(await presences[0]!.beat(acme, ana, 'a')).toBe(true)
    await away(clients[0]!)
    expect(await presences[0]!.listOnline(acme)).toEqual([ana])
    own().resume()
    await ready(clients[0]!)
    await waitFor(() => presences[0]!.beat(acme, ana, 'a').then((came) => !came))
    clock.advance(20 * SECOND)
    expect(await presences[0]!.isWhole(acme)).toBe(true)
  })
})
