import type { CompanyId } from '@balcao/contracts'
import { isCase, type DeskEvent, type SignMedia } from '@balcao/contracts/wire'
import {
  AppError,
  type Database,
  type Inbox,
  type KeyedMutex,
  type RpcClients,
  type Tx,
} from '@balcao/kernel'

import { signals } from '../../signals'
import type { Emission } from './emission'
import { buildEmissions } from './emissions'
import type { FeedBroadcast, RenderedRow } from './feed-broadcast'
import type { FeedEntry, FeedStore } from './feed.store'
import type { ShownUsers } from './shown-users.store'

export interface FeedDeps {
  db: Database
  rpc: Pick<RpcClients, 'auth'>
  inbox: Inbox
  feed: FeedStore
  users: ShownUsers
  broadcast: FeedBroadcast
  sign: SignMedia
  /**
   * One writer per company at a time in this process: writers would wait for the same row lock, each with a
   * connection that requests need.
   */
  companyMutex: KeyedMutex<CompanyId>
}

interface Prepared {
  emission: Emission
  entry: FeedEntry
  row: Omit<RenderedRow, 'seq'>
}

/* Rendered before it is written: an event that cannot be rendered gets no `seq`. */
function prepare(emission: Emission, occurredAt: Date, sign: SignMedia): Prepared {
  const frame = emission.frame?.(sign)
  const { part, audience, except } = emission
  return {
    emission,
    entry: { part, channel: frame?.channel ?? null, audience, except },
    row: { emission, frame, occurredAt },
  }
}

/** Writes the entries and answers the first `seq`; undefined when the event is not recorded. */
type Append = (tx: Tx, entries: readonly FeedEntry[]) => Promise<number | undefined>

/**
 * Writes the event's rows into its company's feed and sends them to the open sockets, once per event and group.
 * One transaction claims the event and assigns `seq`; sending follows the commit. Rows left unsent by a crash
 * are sent with the next row or by the poll, or read from `/sync`.
 */
export async function recordEvent(deps: FeedDeps, group: string, event: DeskEvent): Promise<void> {
  if (!isCase(event, 'userDeleted') && !isCase(event, 'userChanged'))
    return record(deps, event, (tx, entries) => deps.feed.claimAndAppend(tx, group, event, entries))
  await recordWhen(
    deps,
    await withUserRecord(deps, event),
    async (tx) => (await deps.inbox.claim(tx, group, event.eventId)) && isNewer(deps.users, tx, event),
  )
}

const RECORD_DEADLINE_MS = 500

/*
 * The user as a log-in answers, read once per event. Without an answer in time the event goes on without it: it changes rights of
 * open sockets.
 */
async function withUserRecord({ rpc }: FeedDeps, event: DeskEvent): Promise<DeskEvent> {
  if (!isCase(event, 'userChanged') || !event.body.value.user) return event
  const { companyId, body } = event
  try {
    const asked = { companyId, userId: event.body.value.user.id }
    const { record } = await rpc.auth.getUserRecord(asked, { deadlineMs: RECORD_DEADLINE_MS })
    return { ...event, body: { ...body, value: { ...body.value, record } } }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    signals.userRecordMissing(companyId, error)
    return event
  }
}

/* An older state of a user, replayed after a newer one, is not emitted. */
async function isNewer(users: ShownUsers, tx: Tx, event: DeskEvent): Promise<boolean> {
  if (isCase(event, 'userDeleted')) await users.end(tx, event.companyId, event.body.value.userId)
  if (!isCase(event, 'userChanged') || !event.body.value.user) return true
  return users.advance(tx, event.companyId, event.body.value.user)
}

/**
 * The same for an event of realtime's own: `decide` runs first in the transaction and returns whether to record
 * the event.
 */
export function recordWhen(
  deps: Omit<FeedDeps, 'inbox' | 'users' | 'rpc'>,
  event: DeskEvent,
  decide: (tx: Tx) => Promise<boolean>,
): Promise<void> {
  return record(deps, event, async (tx, entries) =>
    (await decide(tx)) ? deps.feed.append(tx, event, entries) : undefined,
  )
}

async function record(
  deps: Omit<FeedDeps, 'inbox' | 'users' | 'rpc'>,
  event: DeskEvent,
  append: Append,
): Promise<void> {
  const prepared = buildEmissions(event).map((emission) => prepare(emission, event.occurredAt, deps.sign))
  if (prepared.length === 0) return
  const { companyId } = event
  await deps.companyMutex(companyId, async () => {
    const entries = prepared.map(({ entry }) => entry)
    deps.broadcast.expect()
    const first = await deps.db.withTenant(companyId, (tx) => append(tx, entries))
    if (first === undefined) return
    const rows = prepared.map(({ row }, index) => ({ seq: first + index, ...row }))
    deps.broadcast.offer(companyId, rows)
  })
}
