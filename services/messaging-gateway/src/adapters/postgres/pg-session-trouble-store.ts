import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { deleteRows, insertRow, LessThan } from '@balcao/platform'

import type { SessionTroubled, SessionTroubleStore } from '../../features/sessions/session-troubles.store'
import { sessionTroubles } from './session-trouble-table'
import { repositoryOf } from './tables'

export class PgSessionTroubleStore implements SessionTroubleStore {
  async add(tx: Tx, companyId: CompanyId, troubled: SessionTroubled): Promise<void> {
    await insertRow(repositoryOf(tx, sessionTroubles), { ...troubled, companyId })
  }

  async sweep(tx: Tx, before: Date): Promise<void> {
    await deleteRows(repositoryOf(tx, sessionTroubles), { at: LessThan(before) })
  }
}
