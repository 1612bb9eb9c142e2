import { messageId } from '@balcao/contracts'
import { isCase } from '@balcao/contracts/wire'
import type { Inbox, Subscription, Tx } from '@balcao/kernel'
import { dropDeadEvents, listMentions } from '@balcao/platform'

import { eraseContact, type ErasureDeps } from './erase-contact'

const GROUP = 'messaging-gateway.erasures'

/** Erases contacts and messages that tickets has deleted. */
export const erasuresConsumer = (deps: ErasureDeps & { inbox: Inbox }): Subscription => ({
  group: GROUP,
  topic: 'tickets',
  cases: ['contactErased', 'messagesErased'],
  handle: async ({ event }) => {
    const { companyId } = event
    const claim = async (tx: Tx): Promise<boolean> => {
      if (!(await deps.inbox.claim(tx, GROUP, event.eventId))) return false
      await dropDeadEvents(tx, companyId, listMentions(event))
      return true
    }
    if (isCase(event, 'contactErased'))
      return eraseContact(deps, companyId, event.body.value.identities, claim)
    if (!isCase(event, 'messagesErased')) return
    const { messageIds, forgotten, contactGone } = event.body.value
    const ids = messageIds.map(messageId)
    await deps.db.withTenant(companyId, async (tx) => {
      if (!(await claim(tx))) return
      if (!forgotten) return deps.erasures.emptyMessages(tx, companyId, ids)
      if (contactGone) await deps.erasures.deleteIdleConversations(tx, companyId, ids)
      return deps.erasures.forgetMessages(tx, companyId, ids)
    })
  },
})
