import { AppError, type Running } from '@balcao/kernel'

import { WorkLoop } from '../../work-loop'
import type { DriverSession } from '../whatsapp-driver'
import { fetchLater, keysOf, type Fetched } from './fetch-media'
import { fileArrived, withoutFile } from './file-arrived'
import { nextFetchAt } from './media-fetch'
import type { MediaFetch } from './media-fetch.store'
import type { InboundDeps, SessionHolder } from './record-inbound-message'

const FILES_PER_TURN = 5
const SHORTEST_NAP_MS = 10
const FROZEN_NAP_MS = 200
const LONGEST_NAP_MS = 60 * 60 * 1_000

/** Fetches what recorded messages still wait for, while a session is connected. */
export interface MediaFetcher extends Running {
  /** There may be something to fetch. */
  nudge(): void
}

/**
 * Fetches files over one connected session, one at a time, until it is stopped.
 * @param failed called when the database or the lease refuses: the session must end, the next one goes on.
 */
export function startMediaFetcher(
  deps: InboundDeps,
  holder: SessionHolder,
  session: Pick<DriverSession, 'fetchMedia'>,
  failed: (error: unknown) => void,
): MediaFetcher {
  const ending = new AbortController()
  const line = { session, signal: ending.signal }
  const loop = new WorkLoop(
    () => turn(deps, holder, line),
    (error) => {
      failed(error)
      return undefined
    },
  )
  loop.nudge()
  const stop = () => {
    ending.abort(new AppError('ERR_WAPP_NOT_INITIALIZED', { detail: 'the session ends' }))
    return loop.stop()
  }
  return { nudge: () => loop.nudge(), stop }
}

interface Line {
  session: Pick<DriverSession, 'fetchMedia'>
  /** Cuts a file off that is on its way when the session ends. */
  signal: AbortSignal
}

async function turn(deps: InboundDeps, holder: SessionHolder, line: Line): Promise<number | undefined> {
  const { companyId, connectionId, lease } = holder
  if (lease.isSuspended) return FROZEN_NAP_MS
  const due = await deps.db.withTenant(companyId, (tx) =>
    deps.mediaFetches.listDue(tx, companyId, connectionId, deps.clock.now(), FILES_PER_TURN),
  )
  for (const fetch of due) {
    if (!(await fetchOne(deps, holder, line, fetch))) return undefined
  }
  const nextAt = await deps.db.withTenant(companyId, (tx) =>
    deps.mediaFetches.nextAt(tx, companyId, connectionId),
  )
  if (!nextAt) return undefined
  const ms = nextAt.getTime() - deps.clock.now().getTime()
  return Math.min(LONGEST_NAP_MS, Math.max(SHORTEST_NAP_MS, ms))
}

const isLineOver = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'ERR_WAPP_NOT_INITIALIZED'

/** False when the line is over: that was no try. */
async function fetchOne(
  deps: InboundDeps,
  holder: SessionHolder,
  { session, signal }: Line,
  fetch: MediaFetch,
): Promise<boolean> {
  const ticket = deps.tickets.open(holder.companyId, fetch.id, fetch.ticket)
  const open = () => session.fetchMedia(ticket)
  const { name, durationSeconds, kind: claimedKind } = fetch
  const file = { name, durationSeconds, open }
  try {
    const fetched =
      ticket === undefined ? 'again' : await fetchLater(deps, holder, file, { claimedKind, signal })
    await settle(deps, holder, fetch, fetched)
    return true
  } catch (error) {
    if (isLineOver(error)) return false
    throw error
  }
}

async function settle(
  deps: InboundDeps,
  holder: SessionHolder,
  fetch: MediaFetch,
  fetched: Fetched | 'again',
): Promise<void> {
  const { companyId, lease } = holder
  const isTaken = await deps.db.withTenant(companyId, async (tx) => {
    await deps.leases.fence(tx, lease)
    if (fetched !== 'again') return fileArrived(deps, tx, holder, { fetch, fetched })
    const at = nextFetchAt(fetch.tries + 1, deps.clock.now(), deps.chance(), deps.mediaTimes)
    if (!at) return fileArrived(deps, tx, holder, { fetch, fetched: withoutFile(fetch) })
    await deps.mediaFetches.retryAt(tx, companyId, fetch.id, at)
    return true
  })
  if (!isTaken && fetched !== 'again') await deps.pendingBlobs.discard(companyId, keysOf(fetched))
}
