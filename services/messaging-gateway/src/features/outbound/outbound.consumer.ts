import { connectionId, type CompanyId, type ConnectionId } from '@balcao/contracts'
import { isCase, type DeskEvent } from '@balcao/contracts/wire'
import type { ServicePorts, Subscription, Tx } from '@balcao/kernel'

import { outboundLog } from '../../logger'
import { acceptEdit, acceptReaction } from './accept-change'
import { acceptReadMark, acceptRevoke, acceptSend, type RequestDeps } from './accept-request'
import { claimRequest } from './claim-request'
import { sendTyping, type TypingDeps } from './send-typing'

const GROUP = 'gateway.outbound'

interface ConsumerDeps extends RequestDeps, TypingDeps, Pick<ServicePorts, 'db' | 'inbox'> {
  /** Hints that the connection has something to send. */
  nudge(connectionId: ConnectionId): void
}

async function acceptNew(deps: RequestDeps, tx: Tx, event: DeskEvent): Promise<number | undefined> {
  const { companyId } = event
  if (isCase(event, 'outboundRequested')) {
    await acceptSend(deps, tx, companyId, { request: event.body.value })
    return event.body.value.connectionId
  }
  if (isCase(event, 'readMarkRequested')) {
    await acceptReadMark(deps, tx, companyId, event.body.value)
    return event.body.value.connectionId
  }
  return acceptChange(deps, tx, event)
}

async function acceptChange(deps: RequestDeps, tx: Tx, event: DeskEvent): Promise<number | undefined> {
  const { companyId } = event
  if (isCase(event, 'outboundRevokeRequested')) {
    const isQueued = await acceptRevoke(deps, tx, companyId, event.body.value)
    return queued(companyId, event.body, isQueued)
  }
  if (isCase(event, 'outboundEditRequested')) {
    const isQueued = await acceptEdit(deps, tx, companyId, event.body.value)
    return queued(companyId, event.body, isQueued)
  }
  if (isCase(event, 'outboundReactionRequested')) {
    const isQueued = await acceptReaction(deps, tx, companyId, {
      request: event.body.value,
      askedAt: event.occurredAt,
    })
    return queued(companyId, event.body, isQueued)
  }
  return undefined
}

/* Not queued: the message was neither sent from here nor identified on the network. */
function queued(
  companyId: CompanyId,
  { $case, value }: { $case: string; value: { messageId: string; connectionId: number } },
  isQueued: boolean,
): number {
  if (!isQueued) outboundLog.warn({ companyId, id: value.messageId, what: $case }, 'no message to change')
  return value.connectionId
}

/** Queues what tickets requests. Requests of a connection come in order: it is the topic's ordering key. */
export const outboundConsumer = (deps: ConsumerDeps): Subscription => ({
  group: GROUP,
  topic: 'outbound',
  cases: [
    'outboundRequested',
    'outboundRevokeRequested',
    'outboundEditRequested',
    'outboundReactionRequested',
    'readMarkRequested',
    'typingRequested',
  ],
  handle: async ({ event }) => {
    if (isCase(event, 'typingRequested')) return sendTyping(deps, event, event.body.value)
    const touched = await deps.db.withTenant(event.companyId, async (tx) => {
      const claimed = await claimRequest(deps, tx, GROUP, event)
      return claimed === 'claimed' ? acceptNew(deps, tx, event) : undefined
    })
    if (touched !== undefined) deps.nudge(connectionId(touched))
  },
})
