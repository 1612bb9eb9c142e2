import { connectionId } from '@balcao/contracts'
import { isCase, type DeskEvent } from '@balcao/contracts/wire'
import type { ServicePorts, Subscription, Tx } from '@balcao/kernel'

import { outboundLog } from '../../logger'
import { acceptReadMark, acceptRevoke, acceptSend, type RequestDeps } from './accept-request'

const GROUP = 'gateway.outbound'

interface ConsumerDeps extends RequestDeps, Pick<ServicePorts, 'db' | 'inbox'> {
  /** A hint that the connection has something to send. */
  nudge(connectionId: number): void
}

async function accept(deps: RequestDeps, tx: Tx, event: DeskEvent): Promise<number | undefined> {
  const { companyId } = event
  if (isCase(event, 'outboundRequested')) {
    await acceptSend(deps, tx, companyId, event.body.value)
    return event.body.value.connectionId
  }
  if (isCase(event, 'outboundRevokeRequested')) {
    const isQueued = await acceptRevoke(deps, tx, companyId, event.body.value)
    // Neither sent from here nor written by our number: there is nothing of ours to take back.
    if (!isQueued) outboundLog.warn({ companyId, id: event.body.value.messageId }, 'nothing to revoke')
    return event.body.value.connectionId
  }
  if (isCase(event, 'readMarkRequested')) {
    await acceptReadMark(deps, tx, companyId, event.body.value)
    return event.body.value.connectionId
  }
  return undefined
}

/** What the desk wants sent becomes rows of ours. Order per connection is kept: the topic's key is the connection. */
export const outboundConsumer = (deps: ConsumerDeps): Subscription => ({
  group: GROUP,
  topic: 'outbound',
  cases: ['outboundRequested', 'outboundRevokeRequested', 'readMarkRequested'],
  handle: async ({ event }) => {
    const touched = await deps.db.withTenant(event.companyId, async (tx) => {
      if (!(await deps.inbox.claim(tx, GROUP, event.eventId))) return undefined
      return accept(deps, tx, event)
    })
    if (touched !== undefined) deps.nudge(connectionId(touched))
  },
})
