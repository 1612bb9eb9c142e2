import type { Tx } from '@balcao/kernel'
import { execute, query, sql } from '@balcao/platform'

import type {
  KnownWebVersion,
  WebVersion,
  WebVersionStore,
} from '../../features/client-version/web-version.store'

interface Row extends Record<string, unknown> {
  version: number[] | null
  checked_at: Date | null
  failed_at: Date | null
}

const toVersion = ([primary, secondary, revision]: readonly number[]): WebVersion | undefined =>
  primary === undefined || secondary === undefined || revision === undefined
    ? undefined
    : [Number(primary), Number(secondary), Number(revision)]

/** The web client's version: one row. Postgres compares arrays element by element. */
export class PgWebVersionStore implements WebVersionStore {
  async read(tx: Tx): Promise<KnownWebVersion> {
    const [row] = await query<Row>(tx, sql`SELECT version, checked_at, failed_at FROM web_client`)
    return {
      version: toVersion(row?.version ?? []),
      checkedAt: row?.checked_at ?? undefined,
      failedAt: row?.failed_at ?? undefined,
    }
  }

  async saveVersion(tx: Tx, version: WebVersion, at: Date): Promise<void> {
    await execute(
      tx,
      sql`INSERT INTO web_client (version, checked_at) VALUES (${version}, ${at}) ON CONFLICT (one) DO UPDATE
        SET version = greatest(web_client.version, excluded.version), checked_at = excluded.checked_at, failed_at = NULL`,
    )
  }

  async saveFailure(tx: Tx, at: Date): Promise<void> {
    await execute(
      tx,
      sql`INSERT INTO web_client (failed_at) VALUES (${at}) ON CONFLICT (one) DO UPDATE SET failed_at = excluded.failed_at`,
    )
  }

  async hasConnections(tx: Tx): Promise<boolean> {
    const [row] = await query<{ needed: boolean }>(
      tx,
      sql`SELECT EXISTS (SELECT 1 FROM connections WHERE provider = 'beta' AND deleted_at IS NULL) AS needed`,
    )
    return row?.needed ?? false
  }
}
