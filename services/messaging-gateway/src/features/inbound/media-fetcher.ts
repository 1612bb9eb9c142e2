import { AppError } from '@balcao/kernel'

import type { DriverSession } from '../whatsapp-driver'
import { fetchLater, keysOf, type Fetched } from './fetch-media'
import { fileArrived, withoutFile } from './file-arrived'
import { isLineOver, SHORTEST_NAP_MS, startFollowUp, type FollowUp } from './follow-up'
import { nextFetchAt } from './media-fetch'
import type { MediaFetch } from './media-fetch.store'
import type { InboundDeps, SessionHolder } from './record-inbound-message'

const FILES_PER_TURN = 5

/** Fetches files over one connected session, one at a time, until it is stopped. */
export function startMediaFetcher(
  deps: InboundDeps,
  holder: SessionHolder,
  session: Pick<DriverSession, 'fetchMedia'>,
  failed: (error: unknown) => void,
): FollowUp {
  const ending = new AbortController()
  const line = { session, signal: ending.signal }
  const work = startFollowUp(deps, holder, {
    store: deps.mediaFetches,
    turn: () => turn(deps, holder, line),
    failed,
  })
  const stop = () => {
    ending.abort(new AppError('ERR_WAPP_NOT_INITIALIZED', { detail: 'the session ends' }))
    return work.stop()
  }
  return { nudge: () => work.nudge(), stop }
}

interface Line {
  session: Pick<DriverSession, 'fetchMedia'>
  /** Cuts a file off that is on its way when the session ends. */
  signal: AbortSignal
}

async function turn(deps: InboundDeps, holder: SessionHolder, line: Line): Promise<number | undefined> {
  const { companyId, connectionId } = holder
  const due = await deps.db.withTenant(companyId, (tx) =>
    deps.mediaFetches.listDue(tx, companyId, connectionId, deps.clock.now(), FILES_PER_TURN),
  )
  for (const fetch of due) {
    if (!(await fetchOne(deps, holder, line, fetch))) return undefined
  }
  return SHORTEST_NAP_MS
}

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
