import type {
  CompanyId,
  QueueIntegrationId,
  QueueIntegrationSort,
  queueIntegrationSorts,
} from '@balcao/contracts'
import { AppError, type Counted, type Slice, type Tx } from '@balcao/kernel'
import {
  deleteRows,
  findRow,
  insertRow,
  lockRow,
  saveRow,
  violatedConstraint,
  readSlice,
  type ListOrder,
} from '@balcao/platform'

import type { Integration, IntegrationStore } from '../../features/integrations/integration.store'
import { queueIntegrations } from './integration-table'
import { whereMatches } from './search-names'
import { repositoryOf } from './tables'

async function refuseDuplicate<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (violatedConstraint(error) !== 'queue_integrations_name') throw error
    throw new AppError('ERR_DIALOG_NAME_ALREADY_EXISTS', { cause: error })
  }
}

const order: ListOrder<(typeof queueIntegrationSorts)[number]> = {
  columns: {
    id: 'p.id',
    type: 'p.type',
    name: 'p.search_text',
  },
  own: ['p.id', 'DESC'],
}

export class PgIntegrationStore implements IntegrationStore {
  insert(tx: Tx, integration: Omit<Integration, 'id'>): Promise<Integration> {
    return refuseDuplicate(insertRow(repositoryOf(tx, queueIntegrations), integration))
  }

  find(tx: Tx, companyId: CompanyId, id: QueueIntegrationId): Promise<Integration | undefined> {
    return findRow(repositoryOf(tx, queueIntegrations), { companyId, id })
  }

  lock(tx: Tx, companyId: CompanyId, id: QueueIntegrationId): Promise<Integration | undefined> {
    return lockRow(repositoryOf(tx, queueIntegrations), { companyId, id })
  }

  async save(tx: Tx, integration: Integration): Promise<void> {
    const { companyId, id } = integration
    await refuseDuplicate(saveRow(repositoryOf(tx, queueIntegrations), { companyId, id }, integration))
  }

  async delete(tx: Tx, companyId: CompanyId, id: QueueIntegrationId): Promise<boolean> {
    return (await deleteRows(repositoryOf(tx, queueIntegrations), { companyId, id })) > 0
  }

  page(
    tx: Tx,
    companyId: CompanyId,
    search: string,
    slice: Slice<QueueIntegrationSort>,
  ): Promise<Counted<Integration>> {
    const builder = repositoryOf(tx, queueIntegrations).createQueryBuilder('p').where({ companyId })
    return readSlice(whereMatches(builder, search), slice, order)
  }
}
