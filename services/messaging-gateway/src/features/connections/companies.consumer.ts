import { isCase } from '@balcao/contracts/wire'
import type { ServicePorts, Subscription } from '@balcao/kernel'

import { deleteConnections, type DeleteConnectionDeps } from './delete-connection'

const GROUP = 'messaging-gateway.companies'

/** Disconnects and deletes the numbers of a deleted company. */
export const companiesConsumer = (
  deps: DeleteConnectionDeps & Pick<ServicePorts, 'inbox'>,
): Subscription => ({
  group: GROUP,
  topic: 'auth',
  cases: ['companyDeleted'],
  handle: async ({ event }) => {
    if (!isCase(event, 'companyDeleted')) return
    await deps.db.withTenant(event.companyId, async (tx) => {
      if (await deps.inbox.claim(tx, GROUP, event.eventId)) await deleteConnections(deps, tx, event.companyId)
    })
    deps.nudge()
  },
})
