import type { PostgresServer } from '../../../postgres'
import { generationOf, type Generations } from '../../decide-generations'
import { SwitchLock } from './switch-lock'

/** The primaries that a schema is on: the first one decides which generations are written. */
export type Servers = readonly [PostgresServer, ...PostgresServer[]]

/**
 * The command's locks of a schema on every primary. A generation is prepared on all others before the first one declares it, each by the session that has the
 * lock there: killed anywhere, the relays of a primary where it is prepared ask the first one, under its lock, and all of them publish to the same one.
 */
export class SwitchLocks {
  private constructor(
    private readonly first: SwitchLock,
    private readonly others: readonly SwitchLock[],
  ) {}

  /** @throws {Error} while another command changes the schema's generations, or a primary is away */
  static async open([server, ...more]: Servers, schema: string): Promise<SwitchLocks> {
    const first = await SwitchLock.open(server, schema)
    const opened = await Promise.allSettled(more.map((one) => SwitchLock.open(one, schema)))
    const others = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const locks = new SwitchLocks(first, others)
    const refused = opened.find((one) => one.status === 'rejected')
    if (!refused) return locks
    await locks.close()
    throw refused.reason
  }

  /** Topics' generations as each primary declares them. Fails when a connection with a lock is lost. */
  readGenerations(): Promise<Generations[]> {
    return Promise.all(this.all.map((lock) => lock.readGenerations()))
  }

  /** As the first one declares it. Fails when its connection is lost. */
  async readDecided(topic: string): Promise<number> {
    return generationOf(await this.first.readGenerations(), topic)
  }

  /** Relays of the schema, and how many of them hold its generations. */
  async countRelays(): Promise<{ relays: number; holders: number }> {
    const counted = await Promise.all(this.all.map((lock) => lock.countRelays()))
    return {
      relays: counted.reduce((sum, { relays }) => sum + relays, 0),
      holders: counted.reduce((sum, { holders }) => sum + holders, 0),
    }
  }

  /** Waits until no relay publishes. Those that come later wait for `release`. @throws {Error} when one has not released its lock in time */
  async takeFromRelays(withinMs: number): Promise<void> {
    const taken = await Promise.allSettled(this.all.map((lock) => lock.takeFromRelays(withinMs)))
    const refused = taken.find((one) => one.status === 'rejected')
    if (refused) throw refused.reason
  }

  /** Relays of every primary stop, and go on with that generation. Cut short, they go on with the latest that is declared. */
  async declareEverywhere(topic: string, generation: number, withinMs: number): Promise<void> {
    await this.takeFromRelays(withinMs)
    try {
      await this.prepare(topic, generation)
      await this.decide(topic, generation)
      await this.declare(topic, generation)
    } finally {
      await this.release()
    }
  }

  /** While all locks are held: from here on the first primary may declare it. */
  async prepare(topic: string, generation: number): Promise<void> {
    await Promise.all(this.others.map((lock) => lock.prepare(topic, generation)))
  }

  /** After `prepare`: once this is written, relays of every primary publish to the generation, whatever fails. */
  decide(topic: string, generation: number): Promise<void> {
    return this.first.writeGeneration(topic, generation)
  }

  /** After `decide`: the others no longer ask the first one. */
  async declare(topic: string, generation: number): Promise<void> {
    await Promise.all(this.others.map((lock) => lock.writeGeneration(topic, generation)))
    await this.forgetPrepared(topic)
  }

  async forgetPrepared(topic: string): Promise<void> {
    await Promise.all(this.others.map((lock) => lock.forgetPrepared(topic)))
  }

  /** Of those whose connections are lost the locks are gone, too. */
  async release(): Promise<void> {
    await Promise.allSettled(this.all.map((lock) => lock.release()))
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((lock) => lock.close()))
  }

  private get all(): readonly SwitchLock[] {
    return [this.first, ...this.others]
  }
}
