import { DAY } from '@balcao/kernel'
import type { Tx } from '@balcao/kernel'

import type { LaneState } from './lanes'
import { findAccountHold, findCapHold, computeNewChatCap, type Hold } from './new-chats'
import { chatKinds, type ChatKind, type OutboundHolder } from './outbound.store'
import type { SendDeps } from './send-outbound'

/** Which chats may be sent to in one turn. */
export interface NewChatCheck {
  may: readonly ChatKind[]
  /** Why new chats wait; undefined also when only the pace delays them. */
  hold: Hold | undefined
  /** When a waiting chat may begin. */
  nextCheckAt: Date | undefined
}

type NewChatInput = Pick<OutboundHolder, 'companyId'> & { now: Date; hasNewChats: boolean; isPaced: boolean }

/**
 * Which chats may be sent to, and whether one may begin: none while WhatsApp restricts the number or its quota is used up; when
 * `isPaced`, at that pace and up to the number's cap.
 */
export async function checkNewChats(
  deps: Pick<SendDeps, 'lanes' | 'newChats'>,
  tx: Tx,
  lanes: LaneState,
  { companyId, now, hasNewChats, isPaced }: NewChatInput,
): Promise<NewChatCheck> {
  const held = findAccountHold(lanes, now)
  if (held) return { may: ['known'], hold: held, nextCheckAt: held.until }
  if (!isPaced) return { may: chatKinds, hold: undefined, nextCheckAt: undefined }
  if (!hasNewChats) return { may: ['known'], hold: undefined, nextCheckAt: undefined }
  const cap = computeNewChatCap(deps.newChats, lanes, now)
  const since = new Date(now.getTime() - DAY)
  const begun = await deps.lanes.listBegun(tx, companyId, lanes.number, since, cap)
  const hold = findCapHold(cap, begun, now)
  const { nextNewChatAt: nextAt } = lanes
  if (nextAt && nextAt > now) return { may: ['known'], hold, nextCheckAt: nextAt }
  return { may: hold ? ['known', 'begun'] : chatKinds, hold, nextCheckAt: hold?.until }
}
