import type { CompanyId, ContactId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { ScheduleDeps } from './schedule-deps'
import { scheduleChanged, scheduleDeleted, scheduleSnapshot, type AuthorNames } from './schedule-events'

export interface RenamedContact {
  id: ContactId
  name: string
  nameOf: AuthorNames
}

/** Schedules carry the contact's new name; those that had another are announced. Part of the caller's transaction. */
export async function renameContact(
  deps: ScheduleDeps,
  tx: Tx,
  companyId: CompanyId,
  { id, name, nameOf }: RenamedContact,
): Promise<void> {
  const renamed = await deps.schedules.renameContact(tx, companyId, id, name)
  await deps.events.append(
    tx,
    renamed.map((schedule) =>
      scheduleChanged(deps, scheduleSnapshot(schedule, nameOf(schedule)), { created: false }),
    ),
  )
}

/** What was not sent to a deleted contact is forgotten; what was sent stays, with the name. */
export async function dropContact(
  deps: ScheduleDeps,
  tx: Tx,
  companyId: CompanyId,
  id: ContactId,
): Promise<void> {
  const deleted = await deps.schedules.deletePendingOf(tx, companyId, id)
  await deps.events.append(
    tx,
    deleted.map((scheduleId) => scheduleDeleted(deps, companyId, scheduleId)),
  )
}
