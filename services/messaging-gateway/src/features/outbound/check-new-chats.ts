import { DAY } from '@balcao/kernel'
import type { Tx } from '@balcao/kernel'

import type { LaneState } from './lanes'
import { findAccountHold, findCapHold, findQuotaHold, computeNewChatCap, type Hold } from './new-chats'
import { chatKinds, type ChatKind, type OutboundHolder } from './outbound.store'
import type { SendDeps } from './send-outbound'

/** Which chats may be sent to in one turn. */
export interface NewChatCheck {
  may: readonly ChatKind[]
  /** Most chats that begin in it. */
  atMost: number
  /** Why new chats wait; undefined also when only the pace delays them. */
  hold: Hold | undefined
  /** When a waiting chat may begin. */
  nextCheckAt: Date | undefined
}

type NewChatInput = Pick<OutboundHolder, 'companyId' | 'connectionId'> & {
  now: Date
  hasNewChats: boolean
  isPaced: boolean
}

type CheckDeps = Pick<SendDeps, 'lanes' | 'newChats'>

/* An official number: as many as Meta's limit leaves; those of the last 24 hours are written to again. */
async function checkQuota(
  deps: CheckDeps,
  tx: Tx,
  { quota }: LaneState,
  { companyId, connectionId, now, hasNewChats }: NewChatInput,
): Promise<NewChatCheck> {
  const free = { may: chatKinds, atMost: Infinity, hold: undefined, nextCheckAt: undefined }
  if (!quota || !hasNewChats) return free
  const since = new Date(now.getTime() - DAY)
  const begun = await deps.lanes.readBegunByBusiness(tx, companyId, connectionId, since)
  const hold = findQuotaHold(quota.total, begun)
  if (!hold) return { ...free, atMost: quota.total - begun.begun }
  return { may: ['known', 'begun'], atMost: Infinity, hold, nextCheckAt: hold.until }
}

/**
 * Which chats may be sent to, and how many may begin: none while WhatsApp restricts the number or its quota is used up; when
 * `isPaced`, one at that pace and up to the number's cap.
 */
export async function checkNewChats(
  deps: CheckDeps,
  tx: Tx,
  lanes: LaneState,
  input: NewChatInput,
): Promise<NewChatCheck> {
  const { companyId, now, hasNewChats, isPaced } = input
  const held = findAccountHold(lanes, now)
  if (held) return { may: ['known'], atMost: 0, hold: held, nextCheckAt: held.until }
  if (!isPaced) return checkQuota(deps, tx, lanes, input)
  if (!hasNewChats) return { may: ['known'], atMost: 0, hold: undefined, nextCheckAt: undefined }
  const cap = computeNewChatCap(deps.newChats, lanes, now)
  const since = new Date(now.getTime() - DAY)
  const begun = await deps.lanes.listBegun(tx, companyId, lanes.number, { since, limit: cap })
  const hold = findCapHold(cap, begun, now)
  const { nextNewChatAt: nextAt } = lanes
  if (nextAt && nextAt > now) return { may: ['known'], atMost: 0, hold, nextCheckAt: nextAt }
  return { may: hold ? ['known', 'begun'] : chatKinds, atMost: 1, hold, nextCheckAt: hold?.until }
}
