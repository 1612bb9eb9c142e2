import { openRedis } from '@balcao/platform'
import { createShardedAdapter } from '@socket.io/redis-adapter'
import type { ServerOptions } from 'socket.io'

import { RedisChannel } from './redis-channel'

export interface RedisSocketCluster {
  adapter: NonNullable<ServerOptions['adapter']>
  close(): Promise<void>
}

/**
 * The socket servers of all processes with the same Redis: hints reach the others, and a disconnect reaches sockets
 * wherever they are. One channel for all of them and none per room, because nobody emits to sockets through it.
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
