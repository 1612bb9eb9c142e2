import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import type { LaneState, LaneStore } from '../../features/outbound/lane.store'

interface Row {
  campaign_per_minute: number | null
  next_campaign_at: Date | null
  paused_until: Date | null
  strikes: number
  failure: string
  failed_at: Date | null
}

const toState = (row: Row | undefined): LaneState => ({
  perMinute: row?.campaign_per_minute ?? null,
  nextCampaignAt: row?.next_campaign_at ?? undefined,
  pausedUntil: row?.paused_until ?? undefined,
  strikes: row?.strikes ?? 0,
  lastFailure: row?.failed_at ? { code: row.failure, at: row.failed_at } : undefined,
})

/** Lanes in Postgres: a row appears with the first thing worth keeping. */
export class PgLaneStore implements LaneStore {
  async read(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<LaneState> {
    const rows = await query<Row>(
      tx,
      `SELECT campaign_per_minute, next_campaign_at, paused_until, strikes, failure, failed_at FROM lanes
       WHERE company_id = $1 AND connection_id = $2`,
      [companyId, connectionId],
    )
    return toState(rows[0])
  }

  setNextCampaign(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, at: Date): Promise<void> {
    return this.write(tx, companyId, connectionId, { next_campaign_at: at })
  }

  pause(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    { until, strikes }: { until: Date; strikes: number },
  ): Promise<void> {
    return this.write(tx, companyId, connectionId, { paused_until: until, strikes })
  }

  noteFailure(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    { code, at }: { code: string; at: Date },
  ): Promise<void> {
    return this.write(tx, companyId, connectionId, { failure: code, failed_at: at })
  }

  setPace(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, perMinute: number | null): Promise<void> {
    return this.write(tx, companyId, connectionId, { campaign_per_minute: perMinute })
  }

  resume(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<void> {
    return this.write(tx, companyId, connectionId, { paused_until: null, strikes: 0 })
  }

  private async write(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    changes: Partial<Row>,
  ): Promise<void> {
    const columns = Object.keys(changes)
    const values = columns.map((_, index) => `$${index + 3}`)
    await execute(
      tx,
      `INSERT INTO lanes (company_id, connection_id, ${columns.join(', ')}) VALUES ($1, $2, ${values.join(', ')})
       ON CONFLICT (company_id, connection_id) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
      [companyId, connectionId, ...Object.values(changes)],
    )
  }
}
