import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { findRow } from '@balcao/platform'

import type { KnownPicture, PictureStore } from '../../features/lookups/picture.store'
import { pictures } from './picture-table'
import { repositoryOf } from './tables'

const KEY = ['companyId', 'connectionId', 'jid']

/** Results of profile picture lookups. */
export class PgPictureStore implements PictureStore {
  find(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    jid: string,
  ): Promise<KnownPicture | undefined> {
    return findRow(repositoryOf(tx, pictures), { companyId, connectionId, jid })
  }

  async save(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, picture: KnownPicture): Promise<void> {
    await repositoryOf(tx, pictures).upsert({ ...picture, companyId, connectionId }, KEY)
  }
}
