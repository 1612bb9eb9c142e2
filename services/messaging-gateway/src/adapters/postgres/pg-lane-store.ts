import { newChatHolds, type CompanyId, type ConnectionId, type ConnectionProvider } from '@balcao/contracts'
import { DAY, type Tx } from '@balcao/kernel'
import { execute, joinSql, noSql, query, rawSql, sql, type Sql } from '@balcao/platform'

import type {
  BegunChat,
  BegunCustomers,
  CampaignSends,
  LaneState,
  LaneStore,
  Quota,
} from '../../features/outbound/lane.store'

interface Row {
  campaign_per_minute: number | null
  next_campaign_at: Date | null
  paused_until: Date | null
  strikes: number
  failure: string
  failed_at: Date | null
  new_chats_per_day: number | null
  next_new_chat_at: Date | null
  capped_until: Date | null
  quota: number | null
  quota_used: number | null
  checks_numbers: boolean | null
  campaigns_per_day: number | null
}

interface NumberRow {
  number: string
  provider: ConnectionProvider
  linked_at: Date | null
  new_chats_hold: string
  new_chats_held_until: Date | null
}

/* The cap counts chats of the last 24 hours; the second day covers messages whose outcome is unknown. */
const FORGOTTEN_AFTER_MS = 2 * DAY

function toAnnouncedHold({
  new_chats_hold: told,
  new_chats_held_until: until,
}: NumberRow): LaneState['announcedHold'] {
  const why = newChatHolds.find((hold) => hold === told)
  return why && until ? { why, until } : undefined
}

const toState = (row: (Row & NumberRow) | undefined): LaneState => ({
  number: row?.number ?? '',
  provider: row?.provider ?? 'beta',
  linkedAt: row?.linked_at ?? undefined,
  perDay: row?.new_chats_per_day ?? null,
  nextNewChatAt: row?.next_new_chat_at ?? undefined,
  cappedUntil: row?.capped_until ?? undefined,
  quota: row?.quota == null ? undefined : { total: row.quota, used: row.quota_used ?? 0 },
  announcedHold: row && toAnnouncedHold(row),
  checksNumbers: row?.checks_numbers ?? false,
  campaignsPerDay: row?.campaigns_per_day ?? null,
  perMinute: row?.campaign_per_minute ?? null,
  nextCampaignAt: row?.next_campaign_at ?? undefined,
  pausedUntil: row?.paused_until ?? undefined,
  strikes: row?.strikes ?? 0,
  lastFailure: row?.failed_at ? { code: row.failure, at: row.failed_at } : undefined,
})

/** A connection's row is inserted by its first write. */
export class PgLaneStore implements LaneStore {
  read(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<LaneState> {
    return this.select(tx, companyId, connectionId, noSql)
  }

  lock(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<LaneState> {
    return this.select(tx, companyId, connectionId, sql`FOR NO KEY UPDATE OF c`)
  }

  private async select(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    locking: Sql,
  ): Promise<LaneState> {
    const rows = await query<Row & NumberRow>(
      tx,
      sql`SELECT l.*, c.number, c.provider, c.new_chats_hold, c.new_chats_held_until, n.linked_at FROM connections c
        LEFT JOIN lanes l ON l.company_id = c.company_id AND l.connection_id = c.id
        LEFT JOIN own_numbers n ON n.company_id = c.company_id AND n.number = c.number
        WHERE c.company_id = ${companyId} AND c.id = ${connectionId} ${locking}`,
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

  recordFailure(
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

  setDayCap(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, perDay: number | null): Promise<void> {
    return this.write(tx, companyId, connectionId, { new_chats_per_day: perDay })
  }

  setCampaignCap(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    perDay: number | null,
  ): Promise<void> {
    return this.write(tx, companyId, connectionId, { campaigns_per_day: perDay })
  }

  setNumberChecks(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    checksNumbers: boolean,
  ): Promise<void> {
    return this.write(tx, companyId, connectionId, { checks_numbers: checksNumbers })
  }

  setAccountCap(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    { until, quota }: { until: Date | undefined; quota: Quota | undefined },
  ): Promise<void> {
    const columns = { quota: quota?.total ?? null, quota_used: quota?.used ?? null }
    return this.write(tx, companyId, connectionId, { capped_until: until ?? null, ...columns })
  }

  async recordLinkedNumber(tx: Tx, companyId: CompanyId, number: string, at: Date): Promise<void> {
    await execute(
      tx,
      sql`INSERT INTO own_numbers (company_id, number, linked_at) VALUES (${companyId}, ${number}, ${at}) ON CONFLICT DO NOTHING`,
    )
  }

  async listBegun(
    tx: Tx,
    companyId: CompanyId,
    number: string,
    { since, limit }: { since: Date; limit: number },
  ): Promise<Date[]> {
    const rows = await query<{ begun_at: Date }>(
      tx,
      sql`SELECT begun_at FROM new_chats WHERE company_id = ${companyId} AND number = ${number} AND begun_at > ${since}
        ORDER BY begun_at DESC LIMIT ${limit}`,
    )
    return rows.map((row) => row.begun_at)
  }

  async readBegunByBusiness(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    since: Date,
  ): Promise<BegunCustomers> {
    const [row] = await query<{ begun: number; first_at: Date | null }>(
      tx,
      sql`SELECT count(*)::int AS begun, min(n.begun_at) AS first_at FROM cloud_accounts a
        JOIN cloud_accounts b ON b.company_id = a.company_id AND b.business_account_id = a.business_account_id
        JOIN connections c ON c.company_id = b.company_id AND c.id = b.connection_id
        JOIN new_chats n ON n.company_id = c.company_id AND n.number = c.number
        WHERE a.company_id = ${companyId} AND a.connection_id = ${connectionId} AND n.begun_at > ${since}`,
    )
    return { begun: row?.begun ?? 0, firstAt: row?.first_at ?? undefined }
  }

  async beginChat(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    { number, conversationId, at, nextAt }: BegunChat,
  ): Promise<void> {
    await execute(
      tx,
      sql`INSERT INTO new_chats (company_id, number, conversation_id, begun_at)
        VALUES (${companyId}, ${number}, ${conversationId}, ${at})
        ON CONFLICT (company_id, number, conversation_id) DO UPDATE SET begun_at = excluded.begun_at
        WHERE new_chats.begun_at <= ${new Date(at.getTime() - DAY)}`,
    )
    const forgotten = new Date(at.getTime() - FORGOTTEN_AFTER_MS)
    await execute(
      tx,
      sql`DELETE FROM new_chats WHERE company_id = ${companyId} AND number = ${number} AND begun_at < ${forgotten}`,
    )
    await this.write(tx, companyId, connectionId, { next_new_chat_at: nextAt })
  }

  async readCampaignSends(
    tx: Tx,
    companyId: CompanyId,
    number: string,
    { since, cap }: { since: Date; cap: number },
  ): Promise<CampaignSends> {
    const [row] = await query<{ sent: number; first_at: Date | null; reached_at: Date | null }>(
      tx,
      sql`WITH sends AS (SELECT sent_at FROM campaign_sends
          WHERE company_id = ${companyId} AND number = ${number} AND sent_at > ${since} ORDER BY sent_at DESC)
        SELECT count(*)::int AS sent, min(sent_at) AS first_at,
          (SELECT sent_at FROM sends OFFSET ${Math.max(1, cap) - 1}::int LIMIT 1) AS reached_at FROM sends`,
    )
    return {
      sent: row?.sent ?? 0,
      firstAt: row?.first_at ?? undefined,
      reachedAt: row?.reached_at ?? undefined,
    }
  }

  async countCampaignSend(
    tx: Tx,
    companyId: CompanyId,
    { number, outboundId, at }: { number: string; outboundId: number; at: Date },
  ): Promise<void> {
    await execute(
      tx,
      sql`INSERT INTO campaign_sends (company_id, number, outbound_id, sent_at)
        VALUES (${companyId}, ${number}, ${outboundId}, ${at}) ON CONFLICT DO NOTHING`,
    )
    const forgotten = new Date(at.getTime() - FORGOTTEN_AFTER_MS)
    await execute(
      tx,
      sql`DELETE FROM campaign_sends WHERE company_id = ${companyId} AND number = ${number} AND sent_at < ${forgotten}`,
    )
  }

  private async write(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    changes: Partial<Row>,
  ): Promise<void> {
    const columns = Object.keys(changes)
    const values = Object.values(changes).map((value) => sql`${value}`)
    const updates = columns.map((column) => `${column} = excluded.${column}`)
    await execute(
      tx,
      sql`INSERT INTO lanes (company_id, connection_id, ${rawSql(columns.join(', '))})
        VALUES (${companyId}, ${connectionId}, ${joinSql(values, ', ')})
        ON CONFLICT (company_id, connection_id) DO UPDATE SET ${rawSql(updates.join(', '))}`,
    )
  }
}
