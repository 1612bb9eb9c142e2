import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { LessThan, deleteRows, findRow } from '@balcao/platform'

import type { CloudSignup, CloudSignupStore } from '../../features/cloud-signup/cloud-signup.store'
import { cloudSignups } from './cloud-signup-table'
import { repositoryOf } from './tables'

export class PgCloudSignupStore implements CloudSignupStore {
  find(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<CloudSignup | undefined> {
    return findRow(repositoryOf(tx, cloudSignups), { companyId, connectionId })
  }

  async save(tx: Tx, signup: CloudSignup): Promise<void> {
    await repositoryOf(tx, cloudSignups).upsert(signup, ['companyId', 'connectionId'])
  }

  async delete(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<void> {
    await deleteRows(repositoryOf(tx, cloudSignups), { companyId, connectionId })
  }

  async sweep(tx: Tx, before: Date): Promise<void> {
    await deleteRows(repositoryOf(tx, cloudSignups), { begunAt: LessThan(before) })
  }
}
