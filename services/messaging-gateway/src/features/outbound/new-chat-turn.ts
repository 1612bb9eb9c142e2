import { DAY } from '@balcao/kernel'
import type { Tx } from '@balcao/kernel'

import type { LaneState } from './lanes'
import { accountHold, capHold, newChatCap, type Hold } from './new-chats'
import { chatKinds, type ChatKind, type OutboundHolder } from './outbound.store'
import type { SendDeps } from './send-outbound'

/** Which chats may be written to in one look at the queue. */
export interface NewChatTurn {
  may: readonly ChatKind[]
  /** Why new chats wait; the pace alone is no reason to tell anybody. */
  hold: Hold | undefined
  /** When a chat that waits now may begin. */
  lookAt: Date | undefined
}

type Look = Pick<OutboundHolder, 'companyId'> & { now: Date; hasNewChats: boolean; isPaced: boolean }

/**
 * Which chats may go on, and whether one may begin: not while WhatsApp restricts the number or its quota is used up, and
 * where the network wants the pace of people, at that pace and up to the number's cap.
 */
export async function lookAtNewChats(
  deps: Pick<SendDeps, 'lanes' | 'newChats'>,
  tx: Tx,
  lanes: LaneState,
  { companyId, now, hasNewChats, isPaced }: Look,
): Promise<NewChatTurn> {
  const held = accountHold(lanes, now)
  if (held) return { may: ['known'], hold: held, lookAt: held.until }
  if (!isPaced) return { may: chatKinds, hold: undefined, lookAt: undefined }
  if (!hasNewChats) return { may: ['known'], hold: undefined, lookAt: undefined }
  const cap = newChatCap(deps.newChats, lanes, now)
  const since = new Date(now.getTime() - DAY)
  const begun = await deps.lanes.listBegun(tx, companyId, lanes.number, since, cap)
  const hold = capHold(cap, begun, now)
  const { nextNewChatAt: nextAt } = lanes
  if (nextAt && nextAt > now) return { may: ['known'], hold, lookAt: nextAt }
  return { may: hold ? ['known', 'begun'] : chatKinds, hold, lookAt: hold?.until }
}
