import { contactId } from '@balcao/contracts'
import { isCase, type DeskEvent } from '@balcao/contracts/wire'
import type { Subscription } from '@balcao/kernel'

import { discardFiles, deleteContactSchedules, renameContact } from './follow-contact'
import type { ScheduleDeps } from './schedule-deps'
import { fetchAuthorNames } from './schedule-events'

const GROUP = 'campaigns.contacts'

async function follow(deps: ScheduleDeps, event: DeskEvent, id: number): Promise<void> {
  const { companyId } = event
  const contact = contactId(id)
  const authors = await deps.db.withTenant(companyId, (tx) =>
    deps.schedules.listAuthors(tx, companyId, contact),
  )
  // Checked first: contacts change with every message they write, and few have a schedule.
  if (authors.length === 0) return
  if (isCase(event, 'contactDeleted')) await discardFiles(deps, companyId, contact)
  const authorNames = await fetchAuthorNames(deps.sessions, companyId, authors)
  await deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, GROUP, event.eventId))) return
    if (isCase(event, 'contactDeleted')) await deleteContactSchedules(deps, tx, companyId, contact)
    const changed = isCase(event, 'contactChanged') ? event.body.value.contact : undefined
    if (!changed) return
    const asOf = changed.updatedAt ?? event.occurredAt
    await renameContact(deps, tx, companyId, { id: contact, name: changed.name, asOf, nameOf: authorNames })
  })
}

export const contactsConsumer = (deps: ScheduleDeps): Subscription => ({
  group: GROUP,
  topic: 'tickets',
  cases: ['contactChanged', 'contactDeleted'],
  handle: async ({ event }) => {
    // Schedules of a merged contact stay: tickets sends them to the contact that it was merged into, and the merge may be undone.
    if (isCase(event, 'contactDeleted') && event.body.value.mergedIntoId === 0)
      await follow(deps, event, event.body.value.contactId)
    // A new contact has no schedules.
    if (isCase(event, 'contactChanged') && event.body.value.contact && !event.body.value.created)
      await follow(deps, event, event.body.value.contact.id)
  },
})
