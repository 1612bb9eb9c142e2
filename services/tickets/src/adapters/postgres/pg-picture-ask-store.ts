import { connectionId, type CompanyId, type ConnectionId, type ContactId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import type { PictureAskStore } from '../../features/contacts/picture-ask.store'

export class PgPictureAskStore implements PictureAskStore {
  async claim(
    tx: Tx,
    companyId: CompanyId,
    id: ContactId,
    { now, before }: { now: Date; before: Date },
  ): Promise<{ connectionId: ConnectionId | null } | undefined> {
    const claimed = await execute(
      tx,
      `INSERT INTO contact_picture_asks AS a (company_id, contact_id, asked_at)
       SELECT company_id, id, $3 FROM contacts WHERE company_id = $1 AND id = $2
       ON CONFLICT (company_id, contact_id) DO UPDATE SET asked_at = excluded.asked_at WHERE a.asked_at <= $4`,
      [companyId, id, now, before],
    )
    if (claimed === 0) return undefined
    const [latest] = await query<{ connection_id: number }>(
      tx,
      `SELECT connection_id FROM tickets WHERE company_id = $1 AND contact_id = $2 ORDER BY updated_at DESC LIMIT 1`,
      [companyId, id],
    )
    return { connectionId: latest ? connectionId(latest.connection_id) : null }
  }

  async release(tx: Tx, companyId: CompanyId, id: ContactId): Promise<void> {
    await execute(tx, 'DELETE FROM contact_picture_asks WHERE company_id = $1 AND contact_id = $2', [
      companyId,
      id,
    ])
  }
}
