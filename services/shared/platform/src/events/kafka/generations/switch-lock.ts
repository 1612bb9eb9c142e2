import { SECOND } from '@balcao/kernel'
import { Client, DatabaseError } from 'pg'

import { withoutPooler, type PostgresServer } from '../../../postgres'
import type { Generations } from '../../decide-generations'
import {
  askForRelease,
  beOnlySwitch,
  countGenerationHolders,
  forgetPrepared,
  lockGenerations,
  prepareGeneration,
  readGenerations,
  unlockGenerations,
  wakeRelays,
  writeGeneration,
} from '../../generation-lock'

export const SWITCH_APPLICATION = 'balcao kafka-partitions'
const ASK_EVERY_MS = 1 * SECOND
/** Of a server that is there, for anything but the relays' lock. */
const ANSWER_WITHIN_MS = 15 * SECOND
/* The server ends a session, with its locks, soon after the command's machine or the network is gone; what it has answered is on its disk. */
const SESSION =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c synchronous_commit=on'
const STATEMENT_TIMEOUT = '57014'

/**
 * The command's connections to the writer's schema on one primary. Its locks end with them, so that relays go on when the command is killed. One connection
 * waits for the lock while the other asks the relays to release theirs.
 */
export class SwitchLock {
  private constructor(
    private readonly owner: Client,
    private readonly asker: Client,
    private readonly schema: string,
    /** Of the server, for messages. */
    private readonly address: string,
  ) {}

  /** @throws {Error} while another command changes the schema's generations */
  static async open(server: PostgresServer, schema: string): Promise<SwitchLock> {
    const [owner, asker] = [openClient(server), openClient(server)]
    const lock = new SwitchLock(owner, asker, schema, `${server.host}:${server.port}`)
    try {
      for (const client of [owner, asker]) await client.connect()
      if (await beOnlySwitch(owner, schema)) return lock
      throw new Error(`another run changes the topics of ${schema}`)
    } catch (error) {
      await lock.close()
      throw error
    }
  }

  /** Fails when the connection with the lock is lost. */
  readGenerations(): Promise<Generations> {
    return readGenerations(this.owner, this.schema)
  }

  /** Relays of the schema, and how many of them hold its generations. */
  countRelays(): Promise<{ relays: number; holders: number }> {
    return countGenerationHolders(this.owner, this.schema)
  }

  /** Waits until no relay publishes. Those that come later wait for `release`. @throws {Error} when one has not released its lock in time */
  async takeFromRelays(withinMs: number): Promise<void> {
    await this.owner.query(`SET statement_timeout = ${Math.max(1, Math.ceil(withinMs))}`)
    // A lost question is asked again; the lock's own query tells of a lost connection.
    const ask = () => askForRelease(this.asker, this.schema).catch(() => undefined)
    const asking = setInterval(() => void ask(), ASK_EVERY_MS)
    try {
      const [locked] = await Promise.allSettled([
        lockGenerations(this.owner, this.schema, withinMs + ANSWER_WITHIN_MS),
        ask(),
      ])
      if (locked.status === 'rejected') throw this.explain(locked.reason)
    } finally {
      clearInterval(asking)
    }
    await this.owner.query('SET statement_timeout = 0')
  }

  private explain(cause: unknown): Error {
    const isTooLate = cause instanceof DatabaseError && cause.code === STATEMENT_TIMEOUT
    const what = isTooLate ? 'did not stop in time' : `did not stop: ${String(cause)}`
    return new Error(`a relay of ${this.schema} on ${this.address} ${what}`, { cause })
  }

  /** While the lock is held; the same connection has it. */
  writeGeneration(topic: string, generation: number): Promise<void> {
    return writeGeneration(this.owner, this.schema, { topic, generation })
  }

  /** As `writeGeneration`, on a primary that is not the first. */
  prepare(topic: string, generation: number): Promise<void> {
    return prepareGeneration(this.owner, this.schema, { topic, generation })
  }

  forgetPrepared(topic: string): Promise<void> {
    return forgetPrepared(this.owner, this.schema, topic)
  }

  async release(): Promise<void> {
    await unlockGenerations(this.owner, this.schema)
    await wakeRelays(this.asker, this.schema)
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.owner.end(), this.asker.end()])
  }
}

function openClient(server: PostgresServer): Client {
  const client = new Client({
    ...withoutPooler(server),
    application_name: SWITCH_APPLICATION,
    options: SESSION,
    keepAlive: true,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  })
  // Its queries reject, too.
  client.on('error', () => undefined)
  return client
}
