import { contactId } from '@balcao/contracts'
import { isCase } from '@balcao/contracts/wire'
import type { Subscription } from '@balcao/kernel'

import { dropContact, renameContact } from './follow-contact'
import type { ScheduleDeps } from './schedule-deps'

const GROUP = 'campaigns.contacts'

export const contactsConsumer = (deps: ScheduleDeps): Subscription => ({
  group: GROUP,
  topic: 'tickets',
  cases: ['contactChanged', 'contactDeleted'],
  handle: ({ event }) =>
    deps.db.withTenant(event.companyId, async (tx) => {
      if (!(await deps.inbox.claim(tx, GROUP, event.eventId))) return
      if (isCase(event, 'contactDeleted')) await dropContact(deps, tx, event.companyId, contactId(event.body.value.contactId))
      if (!isCase(event, 'contactChanged') || !event.body.value.contact) return
      const { id, name } = event.body.value.contact
      await renameContact(deps, tx, event.companyId, { id: contactId(id), name })
    }),
})
