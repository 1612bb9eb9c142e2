import type { CompanyId } from '@balcao/contracts'
import { toPage, type Page, type Tx } from '@balcao/kernel'
import { insertRow, LessThan, updateRows } from '@balcao/platform'

import type { ContactExport, ContactExportStore } from '../../features/imports/contact-export.store'
import { contactExports } from './contact-export-table'
import { repositoryOf } from './tables'

export class PgContactExportStore implements ContactExportStore {
  insert(tx: Tx, made: Omit<ContactExport, 'id' | 'contacts'>): Promise<ContactExport> {
    return insertRow(repositoryOf(tx, contactExports), { ...made, contacts: null })
  }

  async setContacts(tx: Tx, { companyId, id }: ContactExport, contacts: number): Promise<void> {
    await updateRows(repositoryOf(tx, contactExports), { companyId, id }, { contacts })
  }

  async page(
    tx: Tx,
    companyId: CompanyId,
    { before, size }: { before: number | undefined; size: number },
  ): Promise<Page<ContactExport>> {
    const found = await repositoryOf(tx, contactExports).find({
      where: { companyId, ...(before !== undefined && { id: LessThan(before) }) },
      order: { id: 'DESC' },
      take: size + 1,
    })
    return toPage(found, size)
  }
}
