import { SECOND } from '@balcao/kernel'
import { Client } from 'pg'

import { fieldTypes } from '../postgres/field-types'
import type { PostgresServer } from '../postgres'
import type { OutboxRow } from './event-transport.port'
import { SHARDS } from './shards'

/** Part of the advisory lock key, with the schema's name. */
const LOCK_SPACE = 'balcao outbox'

interface FetchedRow {
  seq: number
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

  private constructor(
    private readonly client: Client,
    private readonly schema: string,
  ) {}

  static async open(
    server: PostgresServer,
    schema: string,
    on: { notified: () => void; lost: () => void },
  ): Promise<OutboxConnection> {
    const client = new Client({
      ...server,
      types: fieldTypes,
      application_name: `balcao ${schema} relay`,
      connectionTimeoutMillis: 5 * SECOND,
      options: `-c search_path=${schema} -c statement_timeout=${15 * SECOND} -c app.scope=platform`,
    })
    client.on('error', on.lost)
    client.on('end', on.lost)
    client.on('notification', on.notified)
    try {
      await client.connect()
      await client.query(`LISTEN outbox_${schema}`)
    } catch (error) {
      await client.end()
      throw error
    }
    return new OutboxConnection(client, schema)
  }

  get holdsAll(): boolean {
    return this.shards.size === SHARDS
  }

  /** Tries to lock the shards that are not held. */
  async takeFreeShards(): Promise<void> {
    const wanted = Array.from({ length: SHARDS }, (_, shard) => shard).filter(
      (shard) => !this.shards.has(shard),
    )
    const { rows } = await this.client.query<{ shard: number }>(
      'SELECT shard FROM unnest($1::int[]) AS wanted (shard) WHERE pg_try_advisory_lock(hashtext($2), shard)',
      [wanted, `${LOCK_SPACE} ${this.schema}`],
    )
    for (const row of rows) this.shards.add(row.shard)
  }

  /** Unsent rows of the held shards, oldest first, except those in flight. */
  async fetch(inFlight: readonly number[], fullKeys: readonly string[], limit: number): Promise<OutboxRow[]> {
    const { rows } = await this.client.query<FetchedRow>({
      // A generic prepared plan cannot hash the list of rows in flight; an unnamed statement can.
      ...(inFlight.length < 50 && { name: 'fetch' }),
      text: `SELECT seq, id, topic, type, company_id, ordering_key, body FROM outbox
             WHERE NOT sent AND shard = ANY($1) AND seq <> ALL($2) AND ordering_key <> ALL($3) ORDER BY seq LIMIT $4`,
      values: [[...this.shards], inFlight, fullKeys, limit],
    })
    return rows.map((row) => ({
      seq: row.seq,
      schema: this.schema,
      topic: row.topic,
      type: row.type,
      eventId: row.id,
      companyId: row.company_id,
      orderingKey: row.ordering_key,
      body: row.body,
    }))
  }

  async mark(seqs: readonly number[]): Promise<void> {
    await this.client.query({
      name: 'mark',
      text: 'UPDATE outbox SET sent = true WHERE seq = ANY($1)',
      values: [seqs],
    })
  }

  async countUnsent(): Promise<number> {
    const { rows } = await this.client.query<{ unsent: number }>(
      'SELECT count(*) AS unsent FROM outbox WHERE NOT sent',
    )
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
