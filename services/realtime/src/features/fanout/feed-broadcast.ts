import type { CompanyId } from '@balcao/contracts'
import type { SignMedia } from '@balcao/contracts/wire'
import type { Database } from '@balcao/kernel'

import { feedLog } from '../../logger'
import { signals } from '../../signals'
import { toFeedItem, type Emission, type Frame } from './emission'
import { buildEmissions } from './emissions'
import type { FeedHints } from './feed-hints.port'
import type { FeedRow, FeedStore } from './feed.store'
import type { LiveSockets } from './live-sockets.port'

/** A rendered feed row. */
export interface RenderedRow {
  seq: number
  occurredAt: Date
  emission: Emission
  frame: Frame | undefined
}

/** Keeps the company's feed followed until `release`. */
export interface FeedSubscription {
  release(): void
}

/**
 * Sends each company's feed to this process's sockets, in the order of `seq`, without gaps or repeats.
 * Rows written in this process are offered directly; others, and rows lost in between, are read from the feed:
 * at once after a hint, otherwise by the poll.
 */
export interface FeedBroadcast {
  /** Resolves once the company's feed position is known. */
  follow(companyId: CompanyId): Promise<FeedSubscription>
  /** The last `seq` that was sent: sockets that join now receive everything after it. */
  position(companyId: CompanyId): number
  /** Rows are being written here: the poll looks for them often, should they never be offered. */
  expect(): void
  /** Newly committed rows, in the order of `seq`. Hints other processes; ignored here without a follower. */
  offer(companyId: CompanyId, rows: readonly RenderedRow[]): void
  /** A hint of another process that the feed reaches `seq`. */
  hint(companyId: CompanyId, seq: number): void
  /** Reads rows that were not offered here. */
  poll(): Promise<void>
  /** Companies whose rows are being read. */
  busy(): CompanyId[]
}

/** Renders a stored row; undefined when this build does not know its event. */
export function renderRow(row: FeedRow, sign: SignMedia): RenderedRow | undefined {
  const { seq, event } = row
  const emission = event && buildEmissions(event).find(({ part }) => part === row.part)
  return emission && { seq, occurredAt: event.occurredAt, emission, frame: emission.frame?.(sign) }
}

interface FeedPosition {
  followers: number
  position: number
  reading: Promise<void> | undefined
  isStale: boolean
}

export interface BroadcastDeps {
  db: Database
  feed: FeedStore
  sockets: LiveSockets
  sign: SignMedia
  hints: FeedHints
  now(): Date
  /** Rows are being or were written here, or another process has told of some. */
  onGrown(): void
}

const READ_AT_ONCE = 500

/* A row read from the feed was handled in another process: its span belongs to its event's trace. */
function sendRow(deps: BroadcastDeps, companyId: CompanyId, row: RenderedRow, traceparent?: string): void {
  const { seq, emission, frame, occurredAt } = row
  if (emission.before) deps.sockets.apply(companyId, seq, emission.before)
  if (frame)
    signals.emitted({ occurredAt, traceparent }, deps.now(), () =>
      deps.sockets.send(companyId, toFeedItem(seq, frame), emission.audience, emission.except),
    )
  if (emission.effect) deps.sockets.apply(companyId, seq, emission.effect)
}

/* A row that cannot be rendered must not stop the others. */
function renderStoredRow(deps: BroadcastDeps, companyId: CompanyId, row: FeedRow): RenderedRow | undefined {
  try {
    return renderRow(row, deps.sign)
  } catch (error) {
    signals.feedRowUnreadable({ companyId, seq: row.seq, error })
    return undefined
  }
}

async function sendNewRows(deps: BroadcastDeps, companyId: CompanyId, followed: FeedPosition): Promise<void> {
  for (;;) {
    followed.isStale = false
    const rows = await deps.db.withTenant(companyId, (tx) =>
      deps.feed.listAfter(tx, companyId, followed.position, READ_AT_ONCE),
    )
    for (const row of rows) {
      const live = renderStoredRow(deps, companyId, row)
      followed.position = row.seq
      if (live) sendRow(deps, companyId, live, row.event?.traceparent ?? '')
    }
    if (rows.length < READ_AT_ONCE && !followed.isStale) return
  }
}

function catchUp(deps: BroadcastDeps, companyId: CompanyId, followed: FeedPosition): void {
  followed.isStale = true
  if (followed.reading) return
  signals.feedGapRead()
  followed.reading = sendNewRows(deps, companyId, followed)
    .catch((error: unknown) =>
      feedLog.warn({ companyId, err: error }, 'the feed could not be read; the poll tries again'),
    )
    .finally(() => (followed.reading = undefined))
}

/* Adds the feed's position to `companies` where it is missing; concurrent callers of a company share one read. */
function createPositionReader({ db, feed }: BroadcastDeps, companies: Map<CompanyId, FeedPosition>) {
  const opening = new Map<CompanyId, Promise<void>>()

  const open = async (companyId: CompanyId): Promise<void> => {
    const { head } = await db.withTenant(companyId, (tx) => feed.readBounds(tx, companyId))
    companies.set(companyId, { followers: 0, position: head, reading: undefined, isStale: false })
  }

  return async (companyId: CompanyId): Promise<FeedPosition> => {
    for (;;) {
      const followed = companies.get(companyId)
      if (followed) return followed
      const underWay = opening.get(companyId) ?? open(companyId).finally(() => opening.delete(companyId))
      opening.set(companyId, underWay)
      await underWay
    }
  }
}

export function createFeedBroadcast(deps: BroadcastDeps): FeedBroadcast {
  const companies = new Map<CompanyId, FeedPosition>()
  const readPosition = createPositionReader(deps, companies)

  const release = (companyId: CompanyId, followed: FeedPosition): void => {
    followed.followers -= 1
    if (followed.followers === 0 && companies.get(companyId) === followed) companies.delete(companyId)
  }

  return {
    follow: async (companyId) => {
      const followed = await readPosition(companyId)
      followed.followers += 1
      let isReleased = false
      return {
        release: () => {
          if (!isReleased) release(companyId, followed)
          isReleased = true
        },
      }
    },

    position: (companyId) => companies.get(companyId)?.position ?? 0,

    expect: () => deps.onGrown(),

    offer: (companyId, rows) => {
      const followed = companies.get(companyId)
      const [first] = rows
      const last = rows.at(-1)
      if (last) {
        deps.hints.tell(companyId, last.seq)
        deps.onGrown()
      }
      if (!followed || !first || !last || last.seq <= followed.position) return
      if (followed.reading || first.seq !== followed.position + 1) {
        catchUp(deps, companyId, followed)
        return
      }
      for (const row of rows) {
        followed.position = row.seq
        sendRow(deps, companyId, row)
      }
    },

    hint: (companyId, seq) => {
      deps.onGrown()
      const followed = companies.get(companyId)
      if (followed && seq > followed.position) catchUp(deps, companyId, followed)
    },

    poll: async () => {
      if (companies.size === 0) return
      // Every company with a socket here, in one statement.
      const heads = await deps.db.asPlatform((tx) => deps.feed.readHeads(tx, [...companies.keys()]))
      for (const [companyId, head] of heads) {
        const followed = companies.get(companyId)
        if (followed && head > followed.position) catchUp(deps, companyId, followed)
      }
    },

    busy: () =>
      [...companies].filter(([, followed]) => followed.reading !== undefined).map(([companyId]) => companyId),
  }
}
