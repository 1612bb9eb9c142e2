import type { CompanyId, ConnectionId } from '@balcao/contracts'
import { AppError, type Tx } from '@balcao/kernel'
import { Any, deleteRows, findRow, violatedConstraint } from '@balcao/platform'

import type {
  CloudAccount,
  CloudAccountStore,
  CloudNumber,
} from '../../features/cloud-accounts/cloud-account.store'
import { cloudAccounts } from './cloud-account-table'
import { repositoryOf } from './tables'

export class PgCloudAccountStore implements CloudAccountStore {
  find(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<CloudAccount | undefined> {
    return findRow(repositoryOf(tx, cloudAccounts), { companyId, connectionId })
  }

  async listOfSameBusiness(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
  ): Promise<CloudAccount[]> {
    const account = await this.find(tx, companyId, connectionId)
    if (!account) return []
    const { businessAccountId } = account
    return repositoryOf(tx, cloudAccounts).find({
      where: { companyId, businessAccountId },
      order: { connectionId: 'ASC' },
    })
  }

  async save(tx: Tx, account: CloudAccount): Promise<void> {
    try {
      await repositoryOf(tx, cloudAccounts).upsert(account, ['companyId', 'connectionId'])
    } catch (error) {
      if (violatedConstraint(error) === 'cloud_accounts_phone_number')
        throw new AppError('ERR_CLOUD_NUMBER_TAKEN', { cause: error })
      throw error
    }
  }

  async saveNumber(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    { displayNumber, verifiedName, quality, checkedAt }: CloudNumber & { checkedAt: Date },
  ): Promise<void> {
    const changes = { displayNumber, verifiedName, quality, checkedAt }
    await repositoryOf(tx, cloudAccounts).update({ companyId, connectionId }, changes)
  }

  async delete(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<void> {
    await deleteRows(repositoryOf(tx, cloudAccounts), { companyId, connectionId })
  }

  listByMetaIds(tx: Tx, ids: readonly string[]): Promise<CloudAccount[]> {
    return repositoryOf(tx, cloudAccounts).find({
      where: [{ phoneNumberId: Any([...ids]) }, { businessAccountId: Any([...ids]) }],
      order: { companyId: 'ASC', connectionId: 'ASC' },
    })
  }

  async hasVerifyHash(tx: Tx, hash: string): Promise<boolean> {
    return (await repositoryOf(tx, cloudAccounts).countBy({ verifyHash: hash })) > 0
  }
}
