import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { openRedis } from '@balcao/platform'
import { startOwnRedis, startOwnRedisCluster, waitFor, type OwnRedis } from '@balcao/testkit'
import { Server } from 'socket.io'
import { io, type Socket } from 'socket.io-client'

import { createRedisSocketCluster } from '../src/adapters/redis/redis-socket-cluster'
import { forbidGlobalEmit } from '../src/features/connections/socket-server.sockets'
import { describeWithOwnRedis } from './redis-rig'

interface Node {
  server: Server
  url: string
  heard: unknown[][]
  close(): Promise<void>
}

async function startNode(redis: string): Promise<Node> {
  const cluster = createRedisSocketCluster(redis)
  const http = createServer()
  const server = new Server(http, { adapter: cluster.adapter })
  forbidGlobalEmit(server as never)
  const heard: unknown[][] = []
  server.on('feed', (...values: unknown[]) => heard.push(values))
  server.on('connection', (socket) => void socket.join(['company:7', 'company:7:user:1']))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return {
    server,
    url,
    heard,
    close: async () => {
      await server.close()
      await cluster.close()
    },
  }
}

describeWithOwnRedis('socket servers with one Redis', () => {
  let redis: OwnRedis
  let nodes: Node[]
  const clients: Socket[] = []
  const rejections: unknown[] = []
  const note = (reason: unknown) => void rejections.push(reason)

  beforeAll(async () => {
    process.on('unhandledRejection', note)
    redis = await startOwnRedis()
    nodes = await Promise.all([startNode(redis.url), startNode(redis.url), startNode(redis.url)])
    await reachEachOther()
  })
  afterAll(async () => {
    for (const client of clients) client.disconnect()
    redis.resume()
    await Promise.all(nodes.map((node) => node.close()))
    await redis.kill()
    process.off('unhandledRejection', note)
    expect(rejections).toEqual([])
  })

  const nodeAt = (index: number): Node => {
    const node = nodes[index]
    if (!node) throw new Error(`no node ${index}`)
    return node
  }

  /** Repeats the hint until it has arrived everywhere: hints may be lost while connections are being made. */
  async function reachEachOther(): Promise<void> {
    for (const [index, { server }] of nodes.entries()) {
      const word = `hello-${index}-${Math.random()}`
      await waitFor(() => {
        server.serverSideEmit('feed', word)
        return nodes.every(({ heard }, other) => other === index || heard.some(([value]) => value === word))
      })
    }
  }

  async function connect(index: number): Promise<Socket & { events: string[] }> {
    const socket = io(nodeAt(index).url, { transports: ['websocket'], forceNew: true, reconnection: false })
    clients.push(socket)
    const events: string[] = []
    socket.onAny((name: string) => events.push(name))
    socket.on('disconnect', (reason) => events.push(reason))
    await waitFor(() => socket.connected)
    return Object.assign(socket, { events })
  }

  it('hear each other’s hints, and not their own', async () => {
    const hints = () => nodes.map(({ heard }) => heard.filter(([value]) => Array.isArray(value)))
    nodeAt(0).server.serverSideEmit('feed', [[7, 12]])
    await waitFor(() => hints().flat().length === 2)
    expect(hints()).toEqual([[], [[[[7, 12]]]], [[[[7, 12]]]]])
  })

  it('disconnect a room’s sockets wherever they are', async () => {
    const [near, far] = [await connect(0), await connect(2)]
    nodeAt(0).server.in('company:7:user:1').disconnectSockets(true)
    await waitFor(() => near.disconnected && far.disconnected)
    expect([near.events, far.events]).toEqual([['io server disconnect'], ['io server disconnect']])
  })

  it.each([
    ['a global emit', []],
    ['an emit to a room', ['company:7']],
  ])('send %s that was forged in Redis to no socket', async (_name, rooms) => {
    const client = await connect(1)
    const forger = openRedis(redis.url, { clientName: 'forger' })
    await waitFor(() => forger.status === 'ready')
    const packet = { type: 2, data: ['company-7-ticket', { forged: true }], nsp: '/' }
    const message = { uid: 'x', nsp: '/', type: 3, data: { packet, opts: { rooms, except: [], flags: {} } } }
    expect(await forger.spublish('balcao:sockets#/#', JSON.stringify(message))).toBe(3)
    await forger.spublish('balcao:sockets#/#', 'neither json nor anything')
    await forger.close()
    await reachEachOther()
    expect(client.events).toEqual([])
    expect(client.connected).toBe(true)
  })

  it('still refuse to speak to every company', () => {
    const { server } = nodeAt(0)
    expect(() => server.emit('x')).toThrow('every company')
    expect(() => server.timeout(10).emit('x', () => undefined)).toThrow('every company')
  })

  it('go on alone while Redis is killed, and meet again', async () => {
    const client = await connect(0)
    await redis.kill()
    for (let index = 0; index < 50; index += 1) nodeAt(index % 3).server.serverSideEmit('feed', 'lost')
    nodeAt(1).server.in('company:7:user:1').disconnectSockets(true)
    nodeAt(0).server.to('company:7').emit('local')
    await waitFor(() => client.events.includes('local'))
    await redis.start()
    await reachEachOther()
    expect(client.connected).toBe(true)
  })

  it('meet again after Redis hung and everything was forgotten', async () => {
    redis.pause()
    for (let index = 0; index < 50; index += 1) nodeAt(index % 3).server.serverSideEmit('feed', 'late')
    redis.resume()
    await reachEachOther()
    const admin = openRedis(redis.url, { clientName: 'admin' })
    await waitFor(() => admin.status === 'ready')
    await admin.flushall()
    await admin.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
    await admin.close()
    await reachEachOther()
  })
})

describeWithOwnRedis('socket servers with a Redis that has no sharded channels', () => {
  it('use plain ones', async () => {
    const redis = await startOwnRedis(['--rename-command', 'SPUBLISH', ''])
    const nodes = await Promise.all([startNode(redis.url), startNode(redis.url)])
    try {
      await waitFor(() => {
        nodes[0]?.server.serverSideEmit('feed', 'plain')
        return nodes[1]?.heard.some(([value]) => value === 'plain')
      })
    } finally {
      await Promise.all(nodes.map((node) => node.close()))
      await redis.kill()
    }
  })
})

describeWithOwnRedis('socket servers on a Redis Cluster', () => {
  it('meet on any of its nodes, and again after each was killed', async () => {
    const cluster = await startOwnRedisCluster()
    const nodes = await Promise.all([startNode(cluster.url), startNode(cluster.url)])
    const [near, far] = nodes
    const meet = async (word: string) => {
      await waitFor(() => {
        near?.server.serverSideEmit('feed', word)
        far?.server.serverSideEmit('feed', word)
        return nodes.every(({ heard }) => heard.some(([value]) => value === word))
      })
    }
    try {
      await meet('first')
      for (const [index, master] of cluster.masters.entries()) {
        await master.kill()
        await meet(`without ${index}`)
        await master.start()
        await cluster.settle()
      }
      await meet('last')
    } finally {
      await Promise.all(nodes.map((node) => node.close()))
      await cluster.remove()
    }
  })
})
