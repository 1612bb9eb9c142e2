import { EventEmitter } from 'node:events'

import { SECOND } from '@balcao/kernel'
import type { RedisClient } from '@balcao/platform'

import { socketLog } from '../../logger'
import { signals } from '../../signals'

/** Ping interval: a subscriber sends nothing and would not notice a dead server. */
const PING_EVERY_MS = 5 * SECOND

/** Kinds of socket.io cluster messages that are accepted. */
const TRUSTED_KINDS: readonly unknown[] = [
  6, // disconnect these sockets
  9, // between servers: a feed hint, a viewer of a ticket
]

function isTrusted(message: Buffer): boolean {
  try {
    const { type } = JSON.parse(message.toString()) as { type?: unknown }
    return TRUSTED_KINDS.includes(type)
  } catch {
    return false
  }
}

/* Errors answered by the server: retrying does not help. */
const isRefusal = (error: unknown): boolean => error instanceof Error && error.name === 'ReplyError'

/**
 * The Redis client for socket.io's adapter (sharded channels): sharded where the server supports
 * them, plain otherwise. Never throws and never rejects; messages published while Redis is down are lost,
 * and subscriptions are renewed when it is back. Messages that would emit to sockets are dropped: each process
 * emits to its own sockets only, from the feed, and what peers tell of viewers.
 */
export class RedisChannel extends EventEmitter {
  private readonly channels = new Set<string>()
  /** Undefined while there is no connection. */
  private isSharded: boolean | undefined
  private readonly pings: NodeJS.Timeout

  constructor(
    private readonly publisher: RedisClient,
    private readonly subscriber: RedisClient,
  ) {
    super()
    const receive = (channel: Buffer, message: Buffer) => {
      if (isTrusted(message)) this.emit('smessageBuffer', channel, message)
    }
    subscriber.on('smessageBuffer', receive)
    subscriber.on('messageBuffer', receive)
    subscriber.on('ready', () => void this.hold(() => this.begin()))
    subscriber.on('close', () => (this.isSharded = undefined))
    this.pings = setInterval(() => {
      if (this.isSharded !== undefined) void this.hold(() => subscriber.ping())
    }, PING_EVERY_MS)
    this.pings.unref()
  }

  ssubscribe(channel: string): void {
    this.channels.add(channel)
    if (this.isSharded !== undefined) void this.hold(() => this.listen([channel]))
  }

  sunsubscribe(channels: string | string[]): void {
    for (const channel of [channels].flat()) this.channels.delete(channel)
  }

  async spublish(channel: string, message: string | Uint8Array): Promise<number> {
    const payload = typeof message === 'string' ? message : Buffer.from(message)
    try {
      if (this.isSharded === undefined) throw new Error('not connected')
      if (this.isSharded) await this.publisher.spublish(channel, payload)
      else await this.publisher.publish(channel, payload)
      return 1
    } catch (error) {
      signals.hintLost(error)
      return 0
    }
  }

  async close(): Promise<void> {
    clearInterval(this.pings)
    await Promise.all([this.publisher.close(), this.subscriber.close()])
  }

  private async begin(): Promise<void> {
    const isSharded = await this.canShard()
    await this.listen([...this.channels], isSharded)
    this.isSharded = isSharded
  }

  /* In a cluster all nodes pass on what is published plainly; one channel in total needs no more. */
  private async canShard(): Promise<boolean> {
    if (this.subscriber.isCluster) return false
    const [known] = (await this.subscriber.call('COMMAND', 'INFO', 'SPUBLISH')) as unknown[]
    return Array.isArray(known)
  }

  private async listen(channels: readonly string[], isSharded = this.isSharded): Promise<void> {
    if (channels.length === 0) return
    if (isSharded) await this.subscriber.ssubscribe(...channels)
    else await this.subscriber.subscribe(...channels)
  }

  /* A connection that fails at its purpose is replaced; until then the poll finds new rows. */
  private async hold(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      socketLog.warn({ err: error }, 'hints of other processes are not heard')
      if (!isRefusal(error) && this.subscriber.status === 'ready') this.subscriber.disconnect(true)
    }
  }
}
