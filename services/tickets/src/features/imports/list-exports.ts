import type { ContactExportView } from '@balcao/contracts'
import { PAGE_SIZES, type Database, type Session } from '@balcao/kernel'

import type { ContactExport, ContactExportStore } from './contact-export.store'

interface Deps {
  db: Database
  contactExports: ContactExportStore
}

const toView = ({ id, userId, userName, contacts, exportedAt }: ContactExport): ContactExportView => ({
  id,
  user: { id: userId, name: userName },
  contacts,
  createdAt: exportedAt.toISOString(),
})

/** Who exported all contacts of the company, newest first. */
export async function listExports(
  { db, contactExports }: Deps,
  { companyId }: Session,
  before: number | undefined,
): Promise<{ exports: ContactExportView[]; hasMore: boolean }> {
  const page = await db.withTenant(companyId, (tx) =>
    contactExports.page(tx, companyId, { before, size: PAGE_SIZES.other }),
  )
  return { exports: page.items.map(toView), hasMore: page.hasMore }
}
