import { SECOND } from '@balcao/kernel'
import { Client } from 'pg'

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

/**
 * The command's connections to the writer's schema on one primary. Its locks end with them, so that relays go on when the command is killed. One connection
 * waits for the lock while the other asks the relays to release theirs.
 */
export class SwitchLock {
  private constructor(
    private readonly owner: Client,
    private readonly asker: Client,
    private readonly schema: string,
  ) {}

  /** @throws {Error} while another command changes the schema's generations */
  static async open(server: PostgresServer, schema: string): Promise<SwitchLock> {
    const clients = [connect(server), connect(server)] as const
    const [owner, asker] = await Promise.all(clients)
    const lock = new SwitchLock(owner, asker, schema)
    if (await beOnlySwitch(owner, schema)) return lock
    await lock.close()
    throw new Error(`another run changes the topics of ${schema}`)
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
      const [locked] = await Promise.allSettled([lockGenerations(this.owner, this.schema), ask()])
      if (locked.status === 'rejected')
        throw new Error(`a relay of ${this.schema} did not stop in time`, { cause: locked.reason })
    } finally {
      clearInterval(asking)
      await this.owner.query('SET statement_timeout = 0')
    }
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

async function connect(server: PostgresServer): Promise<Client> {
  const client = new Client({ ...withoutPooler(server), application_name: SWITCH_APPLICATION })
  // Its queries reject, too.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
