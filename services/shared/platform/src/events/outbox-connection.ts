import { SECOND } from '@balcao/kernel'
import { Client } from 'pg'

import { fieldTypes } from '../postgres/field-types'
import type { PostgresServer } from '../postgres'
import type { Generations } from './decide-generations'
import { holdGenerations, RELEASE_GENERATIONS } from './generation-lock'
import { COUNT_UNSENT, FETCH, MARK, PLANNER } from './outbox-statements'
import type { FullOnes, UnsentRow } from './relay-window'
import { countRelays, lockFreeShards, readBackendId, takeSeat, unlockShard } from './shard-locks'
import { SHARDS } from './shards'

/** Payload of the notification that asks relays to share the shards again. */
const SHARE = 'share'

interface FetchedRow {
  most: number
  seq: number
  shard: number
  created_at: string
  id: string
  topic: string
  type: string
  company_id: number
  ordering_key: string
  body: unknown
}

export interface OutboxCallbacks {
  notified(): void
  /** Another relay waits for shards. */
  asked(): void
  /** A command waits for the generations of the schema's topics. */
  switching(): void
  lost(): void
}

/**
 * A relay's own connection: its session holds the shards' advisory locks, so losing the connection releases them.
 * Not pooled, so the platform scope can be set for the session.
 */
export class OutboxConnection {
  private readonly shards = new Set<number>()
  private surplus: readonly number[] = []

  private constructor(
    private readonly client: Client,
    private readonly schema: string,
  ) {}

  static async open(server: PostgresServer, schema: string, on: OutboxCallbacks): Promise<OutboxConnection> {
    const client = new Client({
      ...server,
      types: fieldTypes,
      application_name: `balcao ${schema} relay`,
      connectionTimeoutMillis: 5 * SECOND,
      options: `-c search_path=${schema} -c statement_timeout=${15 * SECOND} -c app.scope=platform ${PLANNER}`,
    })
    client.on('error', () => on.lost())
    client.on('end', () => on.lost())
    try {
      await client.connect()
      const own = await readBackendId(client)
      client.on('notification', ({ payload, processId }) => {
        if (payload === RELEASE_GENERATIONS) on.switching()
        else if (payload !== SHARE) on.notified()
        else if (processId !== own) on.asked()
      })
      await client.query(`LISTEN outbox_${schema}`)
      await takeSeat(client, schema)
    } catch (error) {
      await client.end()
      throw error
    }
    return new OutboxConnection(client, schema)
  }

  /** The generations of the schema's topics, held until the connection ends; undefined while a command changes them. */
  holdGenerations(first?: PostgresServer): Promise<Generations | undefined> {
    return holdGenerations(this.client, this.schema, first)
  }

  get holdsAll(): boolean {
    return this.shards.size === SHARDS
  }

  /** Shards that other relays wait for: no more of their rows are fetched. */
  get surplusShards(): readonly number[] {
    return this.surplus
  }

  /**
   * Locks free shards up to an equal share with the other relays of the schema, and notifies them when it gets too few.
   * @param isAsked another relay sent that notification: shards above the share become surplus.
   * @param isQuiet no notification came for a while: all free shards are locked, because a relay that hangs locks none.
   * @returns whether it locked any.
   */
  async shareShards({ isAsked, isQuiet }: { isAsked: boolean; isQuiet: boolean }): Promise<boolean> {
    const relays = await countRelays(this.client, this.schema)
    const least = Math.max(1, Math.floor(SHARDS / relays))
    if (isAsked) this.surplus = [...this.shards].slice(least)
    const missing = (isQuiet ? SHARDS : Math.ceil(SHARDS / relays)) - this.shards.size
    if (missing <= 0) return false
    const wanted = Array.from({ length: SHARDS }, (_, shard) => shard).filter(
      (shard) => !this.shards.has(shard),
    )
    const locked = await lockFreeShards(this.client, this.schema, wanted, missing)
    for (const shard of locked) this.shards.add(shard)
    if (this.shards.size < least && relays <= SHARDS) await this.askForShards()
    return locked.length > 0
  }

  /** Releases a surplus shard for the relays that wait for it. All its rows must be marked. */
  async release(shard: number): Promise<void> {
    await unlockShard(this.client, this.schema, shard)
    this.shards.delete(shard)
    this.surplus = this.surplus.filter((left) => left !== shard)
    await this.askForShards()
  }

  /**
   * Unsent rows of the held shards, the oldest of each company first, except those in flight and of full ones.
   * @returns also the companies that may have more.
   */
  async fetch(
    inFlight: readonly number[],
    { companies, keys }: FullOnes,
    aboutPerShard: number,
  ): Promise<{ rows: UnsentRow[]; cutCompanies: number[] }> {
    const shards = [...this.shards].filter((shard) => this.reads(shard))
    const { rows: fetched } = await this.client.query<FetchedRow>({
      name: 'fetch',
      text: FETCH,
      values: [
        shards,
        inFlight,
        companies,
        keys.map(({ companyId }) => companyId),
        keys.map(({ orderingKey }) => orderingKey),
        aboutPerShard,
      ],
    })
    // Rows come company by company of a shard.
    const isCut = ({ most, ...row }: FetchedRow, index: number) => {
      const last = fetched[index + most - 1]
      return last?.shard === row.shard && last.company_id === row.company_id
    }
    return {
      cutCompanies: [...new Set(fetched.filter(isCut).map(({ company_id }) => company_id))],
      rows: fetched.map((row) => ({
        seq: row.seq,
        schema: this.schema,
        shard: row.shard,
        createdAt: row.created_at,
        topic: row.topic,
        type: row.type,
        eventId: row.id,
        companyId: row.company_id,
        orderingKey: row.ordering_key,
        body: row.body,
      })),
    }
  }

  async mark(rows: readonly UnsentRow[]): Promise<void> {
    await this.client.query({
      name: 'mark',
      text: MARK,
      values: [
        rows.map(({ shard }) => shard),
        rows.map(({ companyId }) => companyId),
        rows.map(({ seq }) => seq),
        rows.map(({ createdAt }) => createdAt),
      ],
    })
  }

  /** Whether this relay reads the shard. */
  reads(shard: number): boolean {
    return this.shards.has(shard) && !this.surplus.includes(shard)
  }

  /** The oldest transaction that is open, and the one that begins next. */
  async readTransactions(): Promise<{ oldest: bigint; next: bigint }> {
    const { rows } = await this.client.query<{ oldest: string; next: string }>(
      'SELECT pg_snapshot_xmin(s)::text AS oldest, pg_snapshot_xmax(s)::text AS next FROM pg_current_snapshot() AS s',
    )
    return { oldest: BigInt(rows[0]?.oldest ?? 0), next: BigInt(rows[0]?.next ?? 0) }
  }

  async countUnsent(): Promise<number> {
    const { rows } = await this.client.query<{ unsent: number }>(COUNT_UNSENT)
    return rows[0]?.unsent ?? 0
  }

  /** Wakes the relay of another process that may hold the shard. Outside transactions: NOTIFY inside one serialises every commit. */
  async notify(): Promise<void> {
    await this.client.query(`NOTIFY outbox_${this.schema}`)
  }

  /** Notifies the other relays that this one waits for shards, or has released one. */
  private async askForShards(): Promise<void> {
    await this.client.query(`NOTIFY outbox_${this.schema}, '${SHARE}'`)
  }

  async close(): Promise<void> {
    this.client.removeAllListeners('end')
    await this.client.end()
  }
}
