import type { CompanyId, ConnectionId } from '@balcao/contracts'
import { MINUTE, type Tx } from '@balcao/kernel'
import { execute, Parameter, query, sql } from '@balcao/platform'

import type { MessageIdentity } from '../../features/inbound/inbound.store'
import type { Placeholder, PlaceholderStore } from '../../features/inbound/placeholder.store'
import { PgFollowUpStore, whereMessage } from './pg-follow-up-store'
import { placeholders } from './placeholder-table'

export class PgPlaceholderStore extends PgFollowUpStore<Placeholder> implements PlaceholderStore {
  constructor() {
    super(placeholders)
  }

  override async cancel(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    identity: MessageIdentity,
  ): Promise<void> {
    await super.cancel(tx, companyId, connectionId, identity)
    await execute(
      tx,
      sql`UPDATE inbound_messages SET kind = 'unsupported' ${whereMessage(companyId, connectionId, identity)}
        AND kind IN ('placeholder', 'phoneOnly')`,
    )
  }

  async reserve(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    { wanted, perMinute, now }: { wanted: number; perMinute: number; now: Date },
  ): Promise<number> {
    const over = new Date(now.getTime() - MINUTE)
    const before = await this.askedSince(tx, companyId, connectionId, over)
    const most = new Parameter(perMinute)
    const more = new Parameter(wanted)
    const end = new Parameter(over)
    // A window of one minute that begins with its first request.
    const [row] = await query<{ asked: number }>(
      tx,
      sql`INSERT INTO phone_budgets AS b (company_id, connection_id, since, asked)
        VALUES (${companyId}, ${connectionId}, ${now}, least(${more}::int, ${most}::int))
        ON CONFLICT (company_id, connection_id) DO UPDATE SET
          since = CASE WHEN b.since <= ${end} THEN excluded.since ELSE b.since END,
          asked = CASE WHEN b.since <= ${end} THEN excluded.asked ELSE least(b.asked + ${more}::int, ${most}::int) END
        RETURNING asked`,
    )
    return Math.max(0, (row?.asked ?? 0) - before)
  }

  /* Locks the row, so that reading the count and raising it are one step. */
  private async askedSince(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    over: Date,
  ): Promise<number> {
    const [row] = await query<{ asked: number }>(
      tx,
      sql`SELECT asked FROM phone_budgets
        WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND since > ${over} FOR UPDATE`,
    )
    return row?.asked ?? 0
  }
}
