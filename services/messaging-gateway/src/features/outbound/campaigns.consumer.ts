import { connectionId, type ConnectionId } from '@balcao/contracts'
import { isCase } from '@balcao/contracts/wire'
import type { ServicePorts, Subscription } from '@balcao/kernel'

import { acceptCampaignMessage, type RequestDeps } from './accept-request'
import { claimRequest } from './claim-request'

const GROUP = 'gateway.campaigns'

interface ConsumerDeps extends RequestDeps, Pick<ServicePorts, 'db' | 'inbox'> {
  /** Hints that the connection has something to send. */
  nudge(connectionId: ConnectionId): void
}

/** Queues campaigns' messages in the second lane of their connection. */
export const campaignsConsumer = (deps: ConsumerDeps): Subscription => ({
  group: GROUP,
  topic: 'campaigns',
  cases: ['campaignMessageRequested'],
  handle: async ({ event }) => {
    if (!isCase(event, 'campaignMessageRequested')) return
    const request = event.body.value
    await deps.db.withTenant(event.companyId, async (tx) => {
      if ((await claimRequest(deps, tx, GROUP, event)) !== 'claimed') return
      await acceptCampaignMessage(deps, tx, event.companyId, request)
    })
    deps.nudge(connectionId(request.connectionId))
  },
})
