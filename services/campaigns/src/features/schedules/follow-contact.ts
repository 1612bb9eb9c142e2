import type { CompanyId, ContactId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { ScheduleDeps } from './schedule-deps'
import { scheduleChanged, scheduleDeleted, snapshotsOf } from './schedule-events'

/** Schedules carry the contact's new name; those that had another are announced. Part of the caller's transaction. */
export async function renameContact(deps: ScheduleDeps, tx: Tx, companyId: CompanyId, contact: { id: ContactId; name: string }): Promise<void> {
  const renamed = await deps.schedules.renameContact(tx, companyId, contact.id, contact.name)
  const snapshots = await snapshotsOf(deps.sessions, companyId, renamed)
  await deps.events.append(tx, snapshots.map((snapshot) => scheduleChanged(deps, companyId, snapshot, false)))
}

/** What was not sent to a deleted contact is forgotten; what was sent stays, with the name. */
export async function dropContact(deps: ScheduleDeps, tx: Tx, companyId: CompanyId, id: ContactId): Promise<void> {
  const deleted = await deps.schedules.deletePendingOf(tx, companyId, id)
  await deps.events.append(tx, deleted.map((scheduleId) => scheduleDeleted(deps, companyId, scheduleId)))
}
