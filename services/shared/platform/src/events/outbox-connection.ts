import { SECOND } from '@balcao/kernel'
import { Client } from 'pg'

import { fieldTypes } from '../postgres/field-types'
import type { PostgresServer } from '../postgres'
import { COUNT_UNSENT, FETCH, MARK, PLANNER } from './outbox-statements'
import type { UnsentRow } from './relay-window'
import { countRelays, lockFreeShards, takeSeat, unlockShard } from './shard-locks'
import { SHARDS } from './shards'

/** Payload of the notification that relays may share the shards anew. */
const SHARE = 'share'

interface FetchedRow {
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

  static async open(
    server: PostgresServer,
    schema: string,
    on: { notified: () => void; shared: () => void; lost: () => void },
  ): Promise<OutboxConnection> {
    const client = new Client({
      ...server,
      types: fieldTypes,
      application_name: `balcao ${schema} relay`,
      connectionTimeoutMillis: 5 * SECOND,
      options: `-c search_path=${schema} -c statement_timeout=${15 * SECOND} -c app.scope=platform ${PLANNER}`,
    })
    client.on('error', on.lost)
    client.on('end', on.lost)
    client.on('notification', ({ payload }) => (payload === SHARE ? on.shared() : on.notified()))
    try {
      await client.connect()
      await client.query(`LISTEN outbox_${schema}`)
      await takeSeat(client, schema)
      await client.query(`NOTIFY outbox_${schema}, '${SHARE}'`)
    } catch (error) {
      await client.end()
      throw error
    }
    return new OutboxConnection(client, schema)
  }

  get holdsAll(): boolean {
    return this.shards.size === SHARDS
  }

  /** Shards that other relays wait for: no more rows are fetched of them. */
  get surplusShards(): readonly number[] {
    return this.surplus
  }

  /** Locks free shards up to an equal share with the other relays of the schema; what is held above it becomes surplus. */
  async shareShards(): Promise<void> {
    const share = Math.ceil(SHARDS / (await countRelays(this.client, this.schema)))
    this.surplus = [...this.shards].slice(share)
    const missing = share - this.shards.size
    if (missing <= 0) return
    const wanted = Array.from({ length: SHARDS }, (_, shard) => shard).filter(
      (shard) => !this.shards.has(shard),
    )
    for (const shard of await lockFreeShards(this.client, this.schema, wanted, missing))
      this.shards.add(shard)
  }

  /** Gives a surplus shard to the relays that wait for it. Its rows must all be marked. */
  async release(shard: number): Promise<void> {
    await unlockShard(this.client, this.schema, shard)
    this.shards.delete(shard)
    this.surplus = this.surplus.filter((left) => left !== shard)
    await this.client.query(`NOTIFY outbox_${this.schema}, '${SHARE}'`)
  }

  /** Unsent rows of the held shards, each shard's oldest first, except those in flight. */
  async fetch(
    inFlight: readonly number[],
    fullKeys: readonly string[],
    limitPerShard: number,
  ): Promise<UnsentRow[]> {
    const shards = [...this.shards].filter((shard) => !this.surplus.includes(shard))
    const { rows } = await this.client.query<FetchedRow>({
      name: 'fetch',
      text: FETCH,
      values: [shards, inFlight, fullKeys, limitPerShard],
    })
    return rows.map((row) => ({
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
    }))
  }

  async mark(rows: readonly UnsentRow[]): Promise<void> {
    await this.client.query({
      name: 'mark',
      text: MARK,
      values: [
        rows.map(({ shard }) => shard),
        rows.map(({ seq }) => seq),
        rows.map(({ createdAt }) => createdAt),
      ],
    })
  }

  async countUnsent(): Promise<number> {
    const { rows } = await this.client.query<{ unsent: number }>(COUNT_UNSENT)
    return rows[0]?.unsent ?? 0
  }

  /** Wakes the relay of another process that may hold the shard. Outside transactions: NOTIFY inside one serialises every commit. */
  async notify(): Promise<void> {
    await this.client.query(`NOTIFY outbox_${this.schema}`)
  }

  async close(): Promise<void> {
    this.client.removeAllListeners('end')
    await this.client.end()
  }
}
