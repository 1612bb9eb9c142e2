import { DAY, type Tx } from '@balcao/kernel'

import { findCampaignWait, nextCampaignAt, type LaneState } from './lanes'
import { checkNewChats, type NewChatCheck } from './check-new-chats'
import { findCampaignCapEnd, nextNewChatAt, type Hold } from './new-chats'
import { isTemplate, type Claimed, type ClaimFilter, type OutboundHolder } from './outbound.store'
import type { SendDeps } from './send-outbound'

/** Chats that can be sent to now. */
export interface FreeSlots {
  chats: number
  /** At most so many of them by campaigns, so that slow campaigns leave room for agents. */
  campaigns: number
}

export interface ClaimedRows {
  rows: Claimed[]
  /** When to run again without a nudge. */
  nextClaimAt: Date | undefined
}

/** The state of a connection's queue in one turn. */
interface ClaimInput {
  holder: OutboundHolder
  now: Date
  lanes: LaneState
  turn: NewChatCheck
  isPaced: boolean
}

const findEarliest = (times: readonly (Date | undefined)[]): Date | undefined =>
  times.reduce<Date | undefined>((first, at) => (at && (!first || at < first) ? at : first), undefined)

const isSameHold = (left: Hold | undefined, right: Hold | undefined): boolean =>
  left?.why === right?.why && left?.until.getTime() === right?.until.getTime()

/**
 * Claims the rows to send next: agents first, then at most one campaign message at its pace; at most one of them begins a chat
 * when `isPaced`, and no more than WhatsApp's limit leaves of an official number. While the number is restricted only known chats
 * are sent to, and no campaign. Stores a hold of new chats when it changes.
 * @param isPaced the network restricts numbers that send faster than people do
 */
export async function claimRows(
  deps: SendDeps,
  tx: Tx,
  holder: OutboundHolder,
  { now, room, isPaced }: { now: Date; room: FreeSlots; isPaced: boolean },
): Promise<ClaimedRows> {
  const lanes = await deps.lanes.read(tx, holder.companyId, holder.connectionId)
  const { retryAt, hasCampaigns, hasNewChats } = await deps.outbound.readPending(tx, holder, now)
  const { companyId, connectionId } = holder
  const turn = await checkNewChats(deps, tx, lanes, { companyId, connectionId, now, hasNewChats, isPaced })
  if (!isSameHold(turn.hold, lanes.announcedHold)) await deps.writeHold(tx, holder, turn.hold)
  const input = { holder, now, lanes, turn, isPaced }
  const agents = await claimAgents(deps, tx, input, room.chats)
  const hasRoom = room.campaigns > 0 && room.chats > agents.length
  const campaign =
    hasCampaigns && hasRoom
      ? await claimCampaign(deps, tx, input, agents.filter(({ beginsChat }) => beginsChat).length)
      : { rows: [], nextClaimAt: undefined }
  const rows = [...agents, ...campaign.rows]
  const nextAt = rows.some(({ beginsChat }) => beginsChat)
    ? await beginChats(deps, tx, input, rows)
    : undefined
  return { rows, nextClaimAt: findEarliest([retryAt, campaign.nextClaimAt, turn.nextCheckAt, nextAt]) }
}

const claim = (
  deps: SendDeps,
  tx: Tx,
  { holder, now, lanes }: ClaimInput,
  which: Omit<ClaimFilter, 'number'>,
) => deps.outbound.claim(tx, holder, now, { ...which, number: lanes.number })

async function claimAgents(deps: SendDeps, tx: Tx, input: ClaimInput, slots: number): Promise<Claimed[]> {
  const { may, atMost } = input.turn
  if (slots === 0) return []
  if (atMost === Infinity) return claim(deps, tx, input, { lane: 'agent', limit: slots, chats: may })
  const known = await claim(deps, tx, input, { lane: 'agent', limit: slots, chats: ['known'] })
  const others = may.filter((kind) => kind !== 'known')
  if (others.length === 0 || known.length === slots) return known
  const limit = Math.min(atMost, slots - known.length)
  return [...known, ...(await claim(deps, tx, input, { lane: 'agent', limit, chats: others }))]
}

/* The end of the cap on a number's campaign messages in 24 hours, to known chats too. */
async function findCapEnd(
  deps: SendDeps,
  tx: Tx,
  { holder, now, lanes }: ClaimInput,
): Promise<Date | undefined> {
  const cap = lanes.campaignsPerDay ?? deps.campaignsPerDay
  const since = new Date(now.getTime() - DAY)
  const { reachedAt } = await deps.lanes.readCampaignSends(tx, holder.companyId, lanes.number, { since, cap })
  return findCampaignCapEnd(cap, reachedAt, now)
}

async function claimCampaign(deps: SendDeps, tx: Tx, input: ClaimInput, begun: number): Promise<ClaimedRows> {
  const { holder, now, lanes, turn, isPaced } = input
  const waitsUntil = findCampaignWait(lanes, now) ?? (isPaced ? await findCapEnd(deps, tx, input) : undefined)
  if (waitsUntil) return { rows: [], nextClaimAt: waitsUntil }
  const rows = await claim(deps, tx, input, {
    lane: 'campaign',
    limit: 1,
    chats: begun >= turn.atMost ? ['known'] : turn.may,
  })
  const [row] = rows
  if (!row) return { rows, nextClaimAt: undefined }
  const { companyId } = holder
  if (isPaced)
    await deps.lanes.countCampaignSend(tx, companyId, { number: lanes.number, outboundId: row.id, at: now })
  const nextClaimAt = nextCampaignAt(lanes.perMinute ?? deps.campaignsPerMinute, now, deps.chance())
  await deps.lanes.setNextCampaign(tx, companyId, holder.connectionId, nextClaimAt)
  return { rows, nextClaimAt }
}

/** Counts the new chats that have a limit; answers when the next one may begin. */
async function beginChats(
  deps: SendDeps,
  tx: Tx,
  input: ClaimInput,
  rows: readonly Claimed[],
): Promise<Date | undefined> {
  const { holder, now, lanes, isPaced } = input
  const nextAt = isPaced ? nextNewChatAt(deps.newChats.perMinute, now, deps.chance()) : now
  for (const row of rows.filter((one) => one.beginsChat && (isPaced || isTemplate(one)))) {
    const chat = { number: lanes.number, conversationId: row.conversationId, at: now, nextAt }
    await deps.lanes.beginChat(tx, holder.companyId, holder.connectionId, chat)
  }
  return isPaced ? nextAt : undefined
}
