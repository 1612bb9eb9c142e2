import type { CallEvent, InboundCall, InboundMessage } from '../whatsapp-driver'
import { recordInboundMessage, type InboundDeps, type SessionHolder } from './record-inbound-message'

export interface CallDeps extends InboundDeps {
  /** Whether the company takes calls. */
  acceptsCalls(companyId: SessionHolder['companyId']): Promise<boolean>
}

/* As `messageReceived` tells it; of a call that rings, what it is. */
const BODIES: Readonly<Record<Exclude<CallEvent, 'rings'>, string>> = {
  missed: 'missed',
  permitted: 'permission',
}

const toMessage = (call: InboundCall): InboundMessage => ({
  waId: call.waId,
  chat: call.chat,
  author: undefined,
  fromMe: false,
  contact: call.contact,
  sender: undefined,
  kind: 'call_log',
  body: call.event === 'rings' ? (call.isVideo ? 'video' : 'voice') : BODIES[call.event],
  media: undefined,
  quotedWaId: '',
  location: undefined,
  vcard: '',
  ad: undefined,
  marks: [],
  sentAt: call.sentAt,
})

/**
 * Records one message per event of a call, however often its frame is repeated.
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
