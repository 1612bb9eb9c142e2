import type { CompanyId, ContactId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { ScheduleDeps } from './schedule-deps'
import { scheduleChanged, scheduleDeleted, toScheduleSnapshot, type AuthorNames } from './schedule-events'

export interface RenamedContact {
  id: ContactId
  name: string
  asOf: Date
  nameOf: AuthorNames
}

/** Updates the contact's name on schedules and announces those that changed. Part of the caller's transaction. */
export async function renameContact(
  deps: ScheduleDeps,
  tx: Tx,
  companyId: CompanyId,
  { id, nameOf, ...contact }: RenamedContact,
): Promise<void> {
  const renamed = await deps.schedules.renameContact(tx, companyId, id, contact)
  await deps.events.append(
    tx,
    renamed.map((schedule) =>
      scheduleChanged(deps, toScheduleSnapshot(schedule, nameOf(schedule)), { created: false }),
    ),
  )
}

/** Keys of the files of the contact's schedules, replaced ones included. */
export async function discardFiles(deps: ScheduleDeps, companyId: CompanyId, id: ContactId): Promise<void> {
  const keys = await deps.db.withTenant(companyId, (tx) => deps.schedules.listFileKeys(tx, companyId, id))
  for (const key of keys) await deps.blobs.delete(key)
}

/** Deletes a deleted contact's schedules, sent or not. Part of the caller's transaction. */
export async function deleteContactSchedules(
  deps: ScheduleDeps,
  tx: Tx,
  companyId: CompanyId,
  id: ContactId,
): Promise<void> {
  const deleted = await deps.schedules.deleteByContact(tx, companyId, id)
  await deps.events.append(
    tx,
    deleted.map((scheduleId) => scheduleDeleted(deps, companyId, scheduleId)),
  )
}
