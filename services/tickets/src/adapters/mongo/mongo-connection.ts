import { AppError, SECOND } from '@balcao/kernel'
import { EngineWatch } from '@balcao/platform'
import type { Connection, ConnectOptions, Model } from 'mongoose'

import { messageSchema, type MessageRecord } from './message.document'
import { failureOf } from './mongo-failures'

/* An engine that is away is told within two seconds; the rest bounds what a slow one can hold up. */
const settings: ConnectOptions = {
  appName: 'balcao tickets',
  serverSelectionTimeoutMS: 1.5 * SECOND,
  connectTimeoutMS: 1.5 * SECOND,
  socketTimeoutMS: 15 * SECOND,
  waitQueueTimeoutMS: 2 * SECOND,
  heartbeatFrequencyMS: 2 * SECOND,
  maxPoolSize: 10,
  maxIdleTimeMS: 60 * SECOND,
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: 10 * SECOND },
  autoIndex: false,
  autoCreate: false,
  bufferCommands: false,
}

type Messages = Model<MessageRecord>

/** Where message documents live in MongoDB: one bounded pool, opened with the first use. */
export interface MongoConnection {
  /** @throws {AppError} ERR_UNAVAILABLE while the engine is away; the next call tries again. */
  use<T>(work: (messages: Messages) => Promise<T>): Promise<T>
  /** Idempotent. */
  close(): Promise<void>
}

export const openMongo = (url: string): MongoConnection => new MongooseHome(url)

class MongooseHome implements MongoConnection {
  private opening: Promise<Messages> | undefined
  private readonly watch = new EngineWatch('mongo')
  private isClosed = false

  constructor(private readonly url: string) {}

  async use<T>(work: (messages: Messages) => Promise<T>): Promise<T> {
    try {
      const answer = await work(await this.connect())
      this.watch.answered()
      return answer
    } catch (error) {
      const failure = failureOf(error)
      if (failure instanceof AppError && failure.code === 'ERR_UNAVAILABLE') this.watch.silent()
      throw failure
    }
  }

  async close(): Promise<void> {
    this.isClosed = true
    this.watch.end()
    const opening = this.opening
    this.opening = undefined
    const messages = await opening?.catch(() => undefined)
    await messages?.db.close()
  }

  /* The driver finds a lost engine again by itself, but not one that was away at the very first try. */
  private connect(): Promise<Messages> {
    if (this.isClosed) throw new Error('The home of message documents is closed')
    if (this.opening) return this.opening
    const opening = connectTo(this.url)
    this.opening = opening
    opening.catch(() => {
      if (this.opening === opening) this.opening = undefined
    })
    return opening
  }
}

async function connectTo(url: string): Promise<Messages> {
  // 30 MB that only desks with a MongoDB pay for.
  const { default: mongoose } = await import('mongoose')
  const connection: Connection = mongoose.createConnection(url, settings)
  // Without a listener a lost connection would end the process; whoever calls meanwhile is told.
  connection.on('error', () => undefined)
  try {
    await connection.asPromise()
    return connection.model<MessageRecord>('message', messageSchema(mongoose.Schema))
  } catch (error) {
    await connection.destroy()
    throw error
  }
}
