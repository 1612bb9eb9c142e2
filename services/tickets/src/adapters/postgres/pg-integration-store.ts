import type { CompanyId, QueueIntegrationId } from '@balcao/contracts'
import { AppError, type Tx } from '@balcao/kernel'
import { execute, query, sql, violatedConstraint } from '@balcao/platform'

import type { Integration, IntegrationStore } from '../../features/integrations/integration.store'
import { queueIntegrations } from './integration-table'
import { matchingNames } from './search-names'

async function refuseDuplicate<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (violatedConstraint(error) !== 'queue_integrations_name') throw error
    throw new AppError('ERR_DIALOG_NAME_ALREADY_EXISTS', { cause: error })
  }
}

export class PgIntegrationStore implements IntegrationStore {
  async insert(tx: Tx, integration: Omit<Integration, 'id'>): Promise<Integration> {
    const inserted = await refuseDuplicate(queueIntegrations.insert(tx, integration))
    if (!inserted) throw new AppError('ERR_INTERNAL', { detail: 'an integration was not inserted' })
    return inserted
  }

  find(tx: Tx, companyId: CompanyId, id: QueueIntegrationId): Promise<Integration | undefined> {
    return queueIntegrations.findFirst(tx, sql`WHERE company_id = ${companyId} AND id = ${id}`)
  }

  lock(tx: Tx, companyId: CompanyId, id: QueueIntegrationId): Promise<Integration | undefined> {
    return queueIntegrations.findFirst(tx, sql`WHERE company_id = ${companyId} AND id = ${id} FOR UPDATE`)
  }

  async save(tx: Tx, integration: Integration): Promise<void> {
    const { companyId, id } = integration
    await refuseDuplicate(
      queueIntegrations.update(tx, integration, sql`WHERE company_id = ${companyId} AND id = ${id}`),
    )
  }

  async delete(tx: Tx, companyId: CompanyId, id: QueueIntegrationId): Promise<boolean> {
    const where = sql`WHERE company_id = ${companyId} AND id = ${id}`
    return (await execute(tx, sql`DELETE FROM queue_integrations ${where}`)) > 0
  }

  async page(
    tx: Tx,
    companyId: CompanyId,
    search: string,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ found: Integration[]; count: number }> {
    const where = sql`WHERE company_id = ${companyId} ${matchingNames(search)}`
    const found = await queueIntegrations.find(
      tx,
      sql`${where} ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`,
    )
    const counted = sql`SELECT count(*)::int AS count FROM queue_integrations ${where}`
    const [total] = await query<{ count: number }>(tx, counted)
    return { found, count: total?.count ?? 0 }
  }
}
