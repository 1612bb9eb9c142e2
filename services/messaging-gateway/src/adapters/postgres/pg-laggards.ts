import type { ConnectionProvider } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { query } from '@balcao/platform'

import type { LaggardStore } from '../../features/sessions'

export const pgLaggards: LaggardStore = {
  async laggards(tx: Tx, providers: readonly ConnectionProvider[]): Promise<string[]> {
    const rows = await query<{ what: string }>(
      tx,
      `SELECT 'gateway: session ' || id || ' is opening' AS what FROM connections
       WHERE provider = ANY ($1) AND (command <> '' OR (wanted AND status = 'OPENING'))
       UNION ALL
       SELECT 'gateway: outbound ' || o.id || ' is ' || o.state FROM outbound o
       JOIN connections c ON c.id = o.connection_id AND c.company_id = o.company_id
       WHERE NOT o.settled AND c.status = 'CONNECTED' AND c.provider = ANY ($1) AND c.deleted_at IS NULL
       LIMIT 100`,
      [providers],
    )
    return rows.map((row) => row.what)
  },
}
