import { openRedis } from '@balcao/platform'
import { createShardedAdapter } from '@socket.io/redis-adapter'
import type { ServerOptions } from 'socket.io'

import { RedisChannel } from './redis-channel'

export interface RedisSocketCluster {
  adapter: NonNullable<ServerOptions['adapter']>
  close(): Promise<void>
}

/**
 * Connects the socket servers of all processes on one Redis: for feed hints, for viewers of tickets, and to disconnect sockets
 * in any process. One channel in total, because nothing is emitted to rooms through it.
 */
export function createRedisSocketCluster(url: string): RedisSocketCluster {
  const channel = new RedisChannel(
    openRedis(url, { clientName: 'balcao-realtime-publisher' }),
    openRedis(url, { clientName: 'balcao-realtime-subscriber' }),
  )
  const adapter = createShardedAdapter(channel, channel, {
    channelPrefix: 'balcao:sockets',
    subscriptionMode: 'static',
  })
  return { adapter, close: () => channel.close() }
}
