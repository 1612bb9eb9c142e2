import { contactId, type CompanyId, type ContactId } from '@balcao/contracts'
import { isCase } from '@balcao/contracts/wire'
import type { Subscription } from '@balcao/kernel'

/** A new contact's picture is wanted. Not claimed: a repeat is harmless. */
export const picturesConsumer = (want: (companyId: CompanyId, id: ContactId) => void): Subscription => ({
  group: 'tickets.pictures',
  topic: 'tickets',
  cases: ['contactChanged'],
  handle: ({ event }) => {
    if (isCase(event, 'contactChanged') && event.body.value.created && event.body.value.contact)
      want(event.companyId, contactId(event.body.value.contact.id))
    return Promise.resolve()
  },
})
