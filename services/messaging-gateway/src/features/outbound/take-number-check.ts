import type { ServicePorts, Tx } from '@balcao/kernel'

import type { Connection } from '../connections'
import { parseChat, resolveConversation, type ConversationStore, type ResolveDeps } from '../inbound'
import { formatAddress } from '../whatsapp-driver'
import { checkNewChats } from './check-new-chats'
import type { LaneStore } from './lane.store'
import { nextNewChatAt, type NewChatRules } from './new-chats'
import type { OutboundStore } from './outbound.store'

export interface NumberCheckDeps extends ResolveDeps, Pick<ServicePorts, 'db'> {
  lanes: LaneStore
  outbound: OutboundStore
  conversations: ConversationStore
  newChats: NewChatRules
  /** From 0 to 1. */
  chance(): number
}

type ConnectionKey = Pick<Connection, 'companyId' | 'id'>

/**
 * Whether WhatsApp may be asked now if a number exists. For the network a stranger who is looked up is like one who is written to, so
 * the check takes the place of the new chat with that number, at the same pace; messages that wait come first.
 */
export function takeNumberCheck(
  deps: NumberCheckDeps,
  { companyId, id }: ConnectionKey,
  number: string,
): Promise<boolean> {
  return deps.db.withTenant(companyId, (tx) => take(deps, tx, { companyId, id }, number))
}

async function take(
  deps: NumberCheckDeps,
  tx: Tx,
  { companyId, id }: ConnectionKey,
  asked: string,
): Promise<boolean> {
  const lanes = await deps.lanes.lock(tx, companyId, id)
  if (!lanes.checksNumbers) return false
  const now = deps.clock.now()
  const { hasNewChats } = await deps.outbound.readPending(tx, { companyId, connectionId: id }, now)
  if (hasNewChats) return false
  const { may } = await checkNewChats(deps, tx, lanes, {
    companyId,
    connectionId: id,
    now,
    hasNewChats: true,
    isPaced: true,
  })
  if (!may.includes('fresh')) return false
  const chat = parseChat(formatAddress({ phone: asked }))
  const conversationId = await resolveConversation(deps, tx, { companyId, connectionId: id }, chat)
  const nextAt = nextNewChatAt(deps.newChats.perMinute, now, deps.chance())
  await deps.lanes.beginChat(tx, companyId, id, { number: lanes.number, conversationId, at: now, nextAt })
  return true
}
