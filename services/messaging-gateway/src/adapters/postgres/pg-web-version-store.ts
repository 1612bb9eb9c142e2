import type { Tx } from '@balcao/kernel'
import { execute, findRow, sql } from '@balcao/platform'

import type {
  KnownWebVersion,
  WebVersion,
  WebVersionStore,
} from '../../features/client-version/web-version.store'
import { connections } from './connection-table'
import { repositoryOf } from './tables'
import { webClient } from './web-client-table'

const NEVER_ASKED: KnownWebVersion = { version: undefined, checkedAt: undefined, failedAt: undefined }

/** The web client's version: one row. */
export class PgWebVersionStore implements WebVersionStore {
  async read(tx: Tx): Promise<KnownWebVersion> {
    return (await findRow(repositoryOf(tx, webClient), { one: true })) ?? NEVER_ASKED
  }

  async saveVersion(tx: Tx, version: WebVersion, at: Date): Promise<void> {
    // The greater of two arrays, compared element by element: no builder has it.
    await execute(
      tx,
      sql`INSERT INTO web_client (version, checked_at) VALUES (${version}, ${at}) ON CONFLICT (one) DO UPDATE
        SET version = greatest(web_client.version, excluded.version), checked_at = excluded.checked_at, failed_at = NULL`,
    )
  }

  async saveFailure(tx: Tx, at: Date): Promise<void> {
    await repositoryOf(tx, webClient).upsert({ one: true, failedAt: at }, ['one'])
  }

  hasConnections(tx: Tx): Promise<boolean> {
    return repositoryOf(tx, connections.entity)
      .createQueryBuilder('c')
      .where({ provider: 'beta' })
      .andWhere('c.deleted_at IS NULL')
      .getExists()
  }
}
