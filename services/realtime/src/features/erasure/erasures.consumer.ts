import { isCase } from '@balcao/contracts/wire'
import type { Inbox, Subscription } from '@balcao/kernel'
import { dropDeadEvents, listMentions } from '@balcao/platform'

import { eraseContacts, eraseMessages, type ErasureDeps } from './erase-feed'

const GROUP = 'realtime.erasures'

/** Erases deleted contacts and messages from the feed. */
export const erasuresConsumer = (deps: ErasureDeps & { inbox: Inbox }): Subscription => ({
  group: GROUP,
  topic: 'tickets',
  cases: ['contactErased', 'messagesErased'],
  handle: async ({ event }) => {
    const { companyId } = event
    await deps.db.withTenant(companyId, async (tx) => {
      if (!(await deps.inbox.claim(tx, GROUP, event.eventId))) return
      await dropDeadEvents(tx, companyId, listMentions(event))
      if (isCase(event, 'contactErased')) {
        const { contactId, formerIds } = event.body.value
        await eraseContacts(deps, tx, { companyId, contactIds: [contactId, ...formerIds] })
      }
      if (!isCase(event, 'messagesErased')) return
      const { contactId, relatedIds, messageIds } = event.body.value
      const erased = { companyId, messageIds, contactIds: [contactId, ...relatedIds] }
      await deps.erasures.noteMessages(tx, erased, deps.clock.now())
      await eraseMessages(deps, tx, erased)
    })
  },
})
