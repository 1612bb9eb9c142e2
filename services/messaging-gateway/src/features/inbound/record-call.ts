import type { InboundCall, InboundMessage } from '../whatsapp-driver'
import { recordInboundMessage, type InboundDeps, type SessionHolder } from './record-inbound-message'

export interface CallDeps extends InboundDeps {
  /** Whether the company takes calls. */
  acceptsCalls(companyId: SessionHolder['companyId']): Promise<boolean>
}

const toMessage = (call: InboundCall): InboundMessage => ({
  waId: call.waId,
  remoteJid: call.remoteJid,
  participant: '',
  fromMe: false,
  isGroup: false,
  contact: call.contact,
  sender: undefined,
  kind: 'call_log',
  body: call.isVideo ? 'video' : 'voice',
  media: undefined,
  quotedWaId: '',
  location: undefined,
  vcard: '',
  ad: undefined,
  marks: [],
  sentAt: call.sentAt,
})

/**
 * Records one message per call, however often its frame is repeated.
 * @returns `refuse` when the company's settings accept no calls; tickets sends the text to the caller.
 * @throws {AppError} ERR_LEASE_LOST
 */
export async function recordCall(
  deps: CallDeps,
  holder: SessionHolder,
  call: InboundCall,
): Promise<'ring' | 'refuse'> {
  await recordInboundMessage(deps, holder, toMessage(call))
  return (await deps.acceptsCalls(holder.companyId)) ? 'ring' : 'refuse'
}
