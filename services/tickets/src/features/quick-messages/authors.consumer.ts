import { userId } from '@balcao/contracts'
import { isCase } from '@balcao/contracts/wire'
import type { Subscription } from '@balcao/kernel'

import type { QuickMessageDeps } from './quick-message-deps'
import { quickMessageDeleted } from './quick-message-events'
import { releaseFile } from './release-file'

const GROUP = 'tickets.quick-messages'

/** A deleted user's own quick messages are deleted; those of the company stay. */
export const quickMessageAuthorsConsumer = (deps: QuickMessageDeps): Subscription => ({
  group: GROUP,
  topic: 'auth',
  cases: ['userDeleted'],
  handle: async ({ event }) => {
    if (!isCase(event, 'userDeleted')) return
    const author = { companyId: event.companyId, userId: userId(event.body.value.userId) }
    const deleted = await deps.db.withTenant(event.companyId, async (tx) => {
      if (!(await deps.inbox.claim(tx, GROUP, event.eventId))) return []
      const own = await deps.quickMessages.deleteOwn(tx, author)
      await deps.events.append(
        tx,
        own.map((quickMessage) => quickMessageDeleted(deps, quickMessage)),
      )
      return own
    })
    for (const quickMessage of deleted) await releaseFile(deps, quickMessage)
  },
})
