import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, sql } from '@balcao/platform'

import type { KnownPicture, PictureStore } from '../../features/lookups/picture.store'
import { pictures } from './picture-table'

/** Results of profile picture lookups. */
export class PgPictureStore implements PictureStore {
  find(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    jid: string,
  ): Promise<KnownPicture | undefined> {
    return pictures.findFirst(
      tx,
      sql`WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND jid = ${jid}`,
    )
  }

  async save(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, picture: KnownPicture): Promise<void> {
    await execute(
      tx,
      sql`${pictures.insertion({ ...picture, companyId, connectionId })}
        ON CONFLICT (company_id, connection_id, jid) DO UPDATE SET ${pictures.excluded}`,
    )
  }
}
