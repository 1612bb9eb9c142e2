import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { deleteRows, insertRow, LessThan, MoreThanOrEqual } from '@balcao/platform'

import type { SessionEnded, SessionEndStore } from '../../features/sessions/session-ends.store'
import { sessionEnds } from './session-end-table'
import { repositoryOf } from './tables'

const MOST_LISTED = 10_000

export class PgSessionEndStore implements SessionEndStore {
  async add(tx: Tx, companyId: CompanyId, ended: SessionEnded): Promise<void> {
    await insertRow(repositoryOf(tx, sessionEnds), { ...ended, companyId })
  }

  listSince(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, since: Date): Promise<SessionEnded[]> {
    const where = { companyId, connectionId, at: MoreThanOrEqual(since) }
    return repositoryOf(tx, sessionEnds).find({ where, order: { id: 'ASC' }, take: MOST_LISTED })
  }

  async sweep(tx: Tx, before: Date): Promise<void> {
    await deleteRows(repositoryOf(tx, sessionEnds), { at: LessThan(before) })
  }
}
