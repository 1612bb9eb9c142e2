import { setTimeout as sleep } from 'node:timers/promises'

import { MINUTE, SECOND } from '@balcao/kernel'
import { Client, type QueryResultRow } from 'pg'

import { withoutPooler, type PostgresServer } from '../postgres'
import { runPatiently } from '../postgres/lock-patience'

/** Traffic waits behind a change of a table that waits for its lock. */
const LOCK_MS = 500
const PATIENCE = { lockMs: LOCK_MS, pauseMs: 200, giveUpMs: 10 * MINUTE }
/** Nothing waits behind other statements. */
const USUAL_LOCK_MS = 30 * SECOND
const LOOK_EVERY_MS = 100

/** One of the primaries between which a company moves, as the owner, past every policy. */
export class MoveEnd {
  private constructor(
    readonly name: string,
    /** 0 for the first. */
    readonly number: number,
    readonly server: PostgresServer,
    readonly client: Client,
  ) {}

  static async open(name: string, number: number, server: PostgresServer): Promise<MoveEnd> {
    const direct = withoutPooler(server)
    const client = new Client({ ...direct, application_name: 'balcao move' })
    // An error of the connection is that of the statement in flight, or of the next one.
    client.on('error', () => undefined)
    await client.connect()
    const end = new MoveEnd(name, number, direct, client)
    await end.rows(
      `SELECT set_config('app.scope', 'platform', false), set_config('statement_timeout', '0', false), set_config('synchronous_commit', 'on', false),
              set_config('lock_timeout', '${USUAL_LOCK_MS}', false)`,
    )
    return end
  }

  async rows<T extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<T[]> {
    return (await this.client.query<T>(text, [...values])).rows
  }

  async has(text: string, values: readonly unknown[] = []): Promise<boolean> {
    return (await this.rows(text, values)).length > 0
  }

  /** A change of a table, asked for until its lock is got. */
  async change(text: string): Promise<void> {
    await this.rows(`SET lock_timeout = ${LOCK_MS}`)
    try {
      await runPatiently(() => this.client.query(text), PATIENCE)
    } finally {
      await this.rows(`SET lock_timeout = ${USUAL_LOCK_MS}`)
    }
  }

  async transact(work: () => Promise<void>): Promise<void> {
    await this.client.query('BEGIN')
    try {
      await work()
      await this.client.query('COMMIT')
    } catch (error) {
      await this.client.query('ROLLBACK')
      throw error
    }
  }

  async close(): Promise<void> {
    await this.client.end()
  }
}

/** The first one first, in the order of MORE_PRIMARIES. */
export type Primaries = readonly { name: string; server: PostgresServer }[]

/** Closed after the work. */
export async function openEnds<T>(
  primaries: Primaries,
  work: (ends: readonly MoveEnd[]) => Promise<T>,
): Promise<T> {
  const ends: MoveEnd[] = []
  try {
    for (const [number, { name, server }] of primaries.entries())
      ends.push(await MoveEnd.open(name, number, server))
    return await work(ends)
  } finally {
    await Promise.allSettled(ends.map((end) => end.close()))
  }
}

/** @throws {Error} naming what did not come in time. */
export async function waitUntil(what: string, isSo: () => Promise<boolean>, withinMs: number): Promise<void> {
  const giveUpAt = performance.now() + withinMs
  while (!(await isSo())) {
    if (performance.now() > giveUpAt)
      throw new Error(`${what} took longer than ${Math.round(withinMs / SECOND)} s`)
    await sleep(LOOK_EVERY_MS)
  }
}
