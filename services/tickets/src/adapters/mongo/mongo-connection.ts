import { AppError, SECOND } from '@balcao/kernel'
import { EngineWatch } from '@balcao/platform'
import type { Connection, ConnectOptions, Model } from 'mongoose'

import { messageSchema, type MessageRecord } from './message.document'
import { mapMongoFailure } from './mongo-failures'

/* An unreachable engine fails within two seconds; the other limits bound how long a slow one blocks callers. */
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

/** One bounded connection pool to MongoDB, opened with the first use. */
export interface MongoConnection {
  /** @throws {AppError} ERR_UNAVAILABLE while the engine is unreachable; the next call tries again. */
  use<T>(work: (messages: Messages) => Promise<T>): Promise<T>
  /** Idempotent. */
  close(): Promise<void>
}

export const openMongo = (url: string): MongoConnection => new MongooseConnection(url)

class MongooseConnection implements MongoConnection {
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
      const failure = mapMongoFailure(error)
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

  /* The driver reconnects by itself, but not when the very first attempt failed. */
  private connect(): Promise<Messages> {
    if (this.isClosed) throw new Error('The MongoDB connection of message documents is closed')
    if (this.opening) return this.opening
    const opening = connectMongoose(this.url)
    this.opening = opening
    opening.catch(() => {
      if (this.opening === opening) this.opening = undefined
    })
    return opening
  }
}

async function connectMongoose(url: string): Promise<Messages> {
  // 30 MB that only desks with a MongoDB pay for.
  const { default: mongoose } = await import('mongoose')
  const connection: Connection = mongoose.createConnection(url, settings)
  // Without a listener a lost connection would end the process; calls meanwhile fail by themselves.
  connection.on('error', () => undefined)
  try {
    await connection.asPromise()
    return connection.model<MessageRecord>('message', messageSchema(mongoose.Schema))
  } catch (error) {
    await connection.destroy()
    throw error
  }
}
