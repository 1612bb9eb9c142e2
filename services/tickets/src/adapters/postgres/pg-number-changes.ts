import type { CompanyId, ContactId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { findRow } from '@balcao/platform'

import type { NumberChange } from '../../features/contacts/contact.store'
import { numberChanges } from './number-change-table'
import { repositoryOf } from './tables'

export async function logNumberChange(
  tx: Tx,
  companyId: CompanyId,
  contactId: ContactId,
  change: NumberChange,
): Promise<void> {
  await repositoryOf(tx, numberChanges).upsert({ ...change, companyId, contactId }, [
    'companyId',
    'contactId',
  ])
}

export const findNumberChange = (
  tx: Tx,
  companyId: CompanyId,
  contactId: ContactId,
): Promise<NumberChange | undefined> => findRow(repositoryOf(tx, numberChanges), { companyId, contactId })
