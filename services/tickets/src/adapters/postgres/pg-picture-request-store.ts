import { connectionId, type CompanyId, type ConnectionId, type ContactId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query, sql } from '@balcao/platform'

import type { PictureRequestStore } from '../../features/contacts/picture-request.store'

export class PgPictureRequestStore implements PictureRequestStore {
  async claim(
    tx: Tx,
    companyId: CompanyId,
    id: ContactId,
    { now, before }: { now: Date; before: Date },
  ): Promise<{ connectionId: ConnectionId | null } | undefined> {
    const [claimed, [last]] = await Promise.all([
      execute(
        tx,
        sql`INSERT INTO contact_picture_asks AS a (company_id, contact_id, asked_at)
          SELECT company_id, id, ${now}::timestamptz FROM contacts WHERE company_id = ${companyId} AND id = ${id}
          ON CONFLICT (company_id, contact_id) DO UPDATE SET asked_at = excluded.asked_at WHERE a.asked_at <= ${before}`,
      ),
      query<{ connection_id: number }>(
        tx,
        sql`SELECT connection_id FROM tickets WHERE company_id = ${companyId} AND contact_id = ${id} ORDER BY updated_at DESC LIMIT 1`,
      ),
    ])
    if (claimed === 0) return undefined
    return { connectionId: last ? connectionId(last.connection_id) : null }
  }

  async release(tx: Tx, companyId: CompanyId, id: ContactId): Promise<void> {
    await execute(
      tx,
      sql`DELETE FROM contact_picture_asks WHERE company_id = ${companyId} AND contact_id = ${id}`,
    )
  }
}
