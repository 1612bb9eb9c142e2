import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import { AppError, type ServicePorts, type Tx } from '@balcao/kernel'

import { signals } from '../../signals'
import type { SessionHolder } from '../inbound'
import { readRefusal, type Refusal } from '../whatsapp-driver'
import { mayBeOurs } from './derive-wa-id'
import { toFailureCode } from './failures'
import type { LaneStore } from './lane.store'
import { computePause } from './lanes'
import { announceOutbound, type AnnounceDeps } from './announce-outbound'
import { isTerminal, planAfterUnknown, toAck, type NetworkAck, type OutboundTimes } from './outbound-state'
import type { AcknowledgedId, OutboundRow, OutboundStore } from './outbound.store'
import { sendFallback, type FallbackDeps, type SentFallback } from './send-fallback'

export interface OutboundDeps extends AnnounceDeps, Pick<ServicePorts, 'db' | 'leases'> {
  outbound: OutboundStore
  lanes: LaneStore
}

/** Changes rows and appends their events in one fenced transaction. */
export async function moveOutbound(
  deps: OutboundDeps,
  { companyId, lease }: SessionHolder,
  move: (tx: Tx) => Promise<(OutboundRow | undefined)[]>,
  tells = true,
): Promise<OutboundRow[]> {
  const moved = await deps.db.withTenant(companyId, async (tx) => {
    await deps.leases.fence(tx, lease)
    const rows = (await move(tx)).filter((row) => row !== undefined)
    if (tells) await announceOutbound(deps, tx, rows)
    return rows
  })
  for (const { id, companyId, connectionId, state } of moved)
    signals.outboundMoved({ id, companyId, connectionId, state })
  return moved
}

/* Receipts of messages whose row may be deleted: tickets knows by the id whether it was one of ours. */
async function tellLateAcks(
  deps: OutboundDeps,
  tx: Tx,
  { companyId, connectionId }: SessionHolder,
  { waIds, ack }: { waIds: readonly string[]; ack: NetworkAck },
): Promise<void> {
  if (ack === 'ACCEPTED' || waIds.length === 0) return
  const unknown = await deps.outbound.listUnknown(tx, companyId, connectionId, waIds)
  await deps.events.append(
    tx,
    unknown.map((waId) =>
      deskEvent(deps, orderingKeys.connection(companyId, connectionId), 'outboundChanged', {
        messageId: '',
        connectionId,
        waId,
        remoteJid: '',
        ack: toAck(ack),
        failure: '',
        campaignId: 0,
      }),
    ),
  )
}

/**
 * Records acknowledgements of our messages; one that is lower than the row's state changes nothing. Of a message without a row, which may
 * be deleted, tickets is told by its id; ids that cannot be ours are ignored. Resolves when durable.
 * @throws {AppError} ERR_LEASE_LOST
 */
export async function recordAck(
  deps: OutboundDeps,
  holder: SessionHolder,
  ids: readonly AcknowledgedId[],
  ack: NetworkAck,
): Promise<OutboundRow[]> {
  return moveOutbound(deps, holder, async (tx) => {
    const rows = await mapInOrder(ids, (named) =>
      deps.outbound.acknowledge(tx, holder, named, { ack, now: deps.clock.now() }),
    )
    const unchanged = ids.flatMap(({ waId }, index) => (rows[index] || !mayBeOurs(waId) ? [] : [waId]))
    await tellLateAcks(deps, tx, holder, { waIds: unchanged, ack })
    return rows
  })
}

/** Fails the row and stores the number's last failure. */
export async function giveUp(
  deps: OutboundDeps,
  tx: Tx,
  { companyId, connectionId }: SessionHolder,
  { row, code }: { row: Pick<OutboundRow, 'id'>; code: string },
): Promise<OutboundRow | undefined> {
  const at = deps.clock.now()
  const failed = await deps.outbound.fail(tx, companyId, row.id, { code, at })
  if (failed) await deps.lanes.recordFailure(tx, companyId, connectionId, { code, at })
  return failed
}

interface RefusalDeps extends OutboundDeps {
  times: OutboundTimes
  /** From 0 to 1. */
  chance(): number
}

/**
 * Records a refusal of a frame by its row of `refusals`: the message is sent again by us, or fails; the number pauses, so that its
 * campaigns and new chats wait without failing. Resolves when durable.
 * @param until the end of the refusal, if the network names it
 * @throws {AppError} ERR_LEASE_LOST
 */
export async function recordRefusal(
  deps: RefusalDeps,
  holder: SessionHolder,
  waId: string,
  { refusal, until }: { refusal: Refusal; until?: Date },
): Promise<OutboundRow[]> {
  const { companyId, connectionId } = holder
  return moveOutbound(deps, holder, async (tx) => {
    if (readRefusal(refusal).pausesNumber) await pauseLanes(deps, tx, holder, until)
    const row = await deps.outbound.findByWaId(tx, companyId, connectionId, waId)
    if (!row) return []
    const notBefore = findNextTry(deps, row, refusal, until)
    return [
      notBefore
        ? await sendAgain(deps, tx, holder, { id: row.id, notBefore })
        : await giveUp(deps, tx, holder, { row, code: toFailureCode(row.operation, refusal) }),
    ]
  })
}

/**
 * Records that a message which the network had accepted was not delivered: it fails, whatever the refusal's row says of another try, for
 * its content is gone. An automatic text for which the window was over is queued again as its template. One that was delivered or read stays so. Resolves
 * when durable.
 * @throws {AppError} ERR_UNAVAILABLE while its acceptance is not recorded; ERR_LEASE_LOST
 */
export async function recordUndelivered(
  deps: OutboundDeps & FallbackDeps,
  holder: SessionHolder,
  waId: string,
  refusal: Refusal,
): Promise<OutboundRow[]> {
  const { companyId, connectionId } = holder
  return moveOutbound(deps, holder, async (tx) => {
    const row = await deps.outbound.findByWaId(tx, companyId, connectionId, waId)
    if (!row) return []
    if (!isTerminal(row.state))
      throw new AppError('ERR_UNAVAILABLE', { detail: 'the acceptance is not recorded yet' })
    const mayFallBack = refusal === 'window-closed' && row.state === 'ACCEPTED'
    const { queued, failure }: SentFallback = mayFallBack ? await sendFallback(deps, tx, row) : {}
    if (queued) return [queued]
    const code = failure ?? toFailureCode(row.operation, refusal)
    const at = deps.clock.now()
    const failed = await deps.outbound.failAccepted(tx, companyId, row.id, { code, at })
    if (!failed) return []
    await deps.lanes.recordFailure(tx, companyId, connectionId, { code, at })
    if (readRefusal(refusal).pausesNumber) await pauseLanes(deps, tx, holder, undefined)
    return [failed]
  })
}

/* Undefined: a person decides. The network took nothing, so that a repeat is no second message. */
function findNextTry(
  { clock, chance, times }: RefusalDeps,
  { tries }: OutboundRow,
  refusal: Refusal,
  until: Date | undefined,
): Date | undefined {
  const now = clock.now()
  const { again } = readRefusal(refusal)
  if (again === 'at-once') return tries < 2 ? now : undefined
  if (again !== 'later') return undefined
  const plan = planAfterUnknown(tries, now, { chance: chance(), isIdempotent: true, times })
  return plan.state === 'FAILED' ? undefined : until && until > plan.notBefore ? until : plan.notBefore
}

/* Under the same id: the server did not accept the first one. */
function sendAgain(
  deps: OutboundDeps,
  tx: Tx,
  { companyId, connectionId, lease }: SessionHolder,
  { id, notBefore }: { id: number; notBefore: Date },
): Promise<OutboundRow | undefined> {
  const holder = { companyId, connectionId, epoch: lease.epoch }
  return deps.outbound.markUnknown(tx, holder, id, { notBefore, now: deps.clock.now() })
}

async function pauseLanes(
  deps: OutboundDeps,
  tx: Tx,
  { companyId, connectionId }: SessionHolder,
  until: Date | undefined,
): Promise<void> {
  const state = await deps.lanes.read(tx, companyId, connectionId)
  const pause = computePause(state, deps.clock.now(), until)
  await deps.lanes.pause(tx, companyId, connectionId, pause)
  signals.lanesPaused({ companyId, connectionId, strikes: pause.strikes })
}

async function mapInOrder<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const item of items) results.push(await work(item))
  return results
}
