import { connectionId as toConnectionId, messageId as toMessageId, type CompanyId } from '@balcao/contracts'
import { deskEvent, isCase, orderingKeys, type DeskEvent, type OutboundChanged } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

import { signals } from '../../signals'
import { recordReports } from '../delivery-reports'
import { isApiSend } from '../external-api'
import type { RequestDeps } from './accept-request'

const FAILURE = 'ERR_WAPP_TOO_LATE'

interface LateMessage {
  messageId: string
  connectionId: number
  campaignId: number
  byApi: boolean
}

interface LateRequest {
  id: string
  connectionId: number
  /** Absent: a change of a message, whose own request tickets forget after a day, or a read mark. */
  message?: LateMessage
}

function readRequest(event: DeskEvent): LateRequest | undefined {
  if (isCase(event, 'outboundRequested')) {
    const { messageId, connectionId, clientKey } = event.body.value
    const message = { messageId, connectionId, campaignId: 0, byApi: isApiSend(clientKey) }
    return { id: messageId, connectionId, message }
  }
  if (isCase(event, 'campaignMessageRequested')) {
    const { messageId, connectionId, campaignId } = event.body.value
    const message = { messageId, connectionId, campaignId, byApi: false }
    return { id: messageId, connectionId, message }
  }
  if (isCase(event, 'outboundEditRequested') || isCase(event, 'outboundReactionRequested')) {
    const { requestId, connectionId } = event.body.value
    return { id: requestId, connectionId }
  }
  if (isCase(event, 'outboundRevokeRequested')) {
    const { messageId, connectionId } = event.body.value
    return { id: messageId, connectionId }
  }
  if (isCase(event, 'readMarkRequested')) return { id: '', connectionId: event.body.value.connectionId }
  return undefined
}

/* Its address and its name on the network are not known here. */
const failed = ({ messageId, connectionId, campaignId }: LateMessage): OutboundChanged => ({
  messageId,
  connectionId,
  campaignId,
  waId: '',
  remoteJid: '',
  ack: -1,
  failure: FAILURE,
})

/**
 * Refuses a request that is so old that its row may be gone: an event that is replayed would be sent again. A message that waits fails
 * with ERR_WAPP_TOO_LATE; whoever knows that it was sent keeps that. In the transaction that claims the event.
 */
export async function refuseLate(
  deps: RequestDeps,
  tx: Tx,
  companyId: CompanyId,
  event: DeskEvent,
): Promise<void> {
  const request = readRequest(event)
  if (!request) return
  const { id, connectionId, message } = request
  // A row that is still there says itself what became of it.
  if (message && (await deps.outbound.findMessage(tx, companyId, toMessageId(message.messageId)))) return
  signals.requestLate({ companyId, connectionId, id, what: event.body.$case })
  if (!message) return
  const key = orderingKeys.connection(companyId, connectionId)
  await deps.events.append(tx, [deskEvent(deps, key, 'outboundChanged', failed(message))])
  if (!message.byApi) return
  const report = {
    companyId,
    connectionId: toConnectionId(connectionId),
    messageId: toMessageId(message.messageId),
  }
  await recordReports(deps, tx, [{ ...report, ack: -1, failure: FAILURE }])
}
