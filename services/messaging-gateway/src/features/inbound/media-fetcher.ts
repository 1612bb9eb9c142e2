import type { CompanyId, MediaWait } from '@balcao/contracts'
import { AppError, type Tx } from '@balcao/kernel'

import type { DriverSession } from '../whatsapp-driver'
import { fetchLater, mediaKeys, type Fetched } from './fetch-media'
import { recordFileArrival, recordWait, withoutFile } from './record-file-arrival'
import { isSessionOver, MIN_WAIT_MS, startFollowUp, type FollowUp } from './follow-up'
import { computeNextFetch } from './media-times'
import type { MediaFetch } from './media-fetch.store'
import type { InboundDeps, SessionHolder } from './record-inbound-message'

const FILES_PER_TURN = 5

/** Downloads files over one connected session, one at a time, until it is stopped. */
export function startMediaFetcher(
  deps: InboundDeps,
  holder: SessionHolder,
  session: Pick<DriverSession, 'fetchMedia'>,
  failed: (error: unknown) => void,
): FollowUp {
  const ending = new AbortController()
  const fetchSession = { session, signal: ending.signal }
  const work = startFollowUp(deps, holder, {
    store: deps.mediaFetches,
    turn: () => turn(deps, holder, fetchSession),
    failed,
  })
  const stop = () => {
    ending.abort(new AppError('ERR_WAPP_NOT_INITIALIZED', { detail: 'the session ends' }))
    return work.stop()
  }
  return { nudge: () => work.nudge(), stop }
}

interface FetchSession {
  session: Pick<DriverSession, 'fetchMedia'>
  /** Aborts the current download when the session ends. */
  signal: AbortSignal
}

async function turn(
  deps: InboundDeps,
  holder: SessionHolder,
  fetchSession: FetchSession,
): Promise<number | undefined> {
  const { companyId, connectionId } = holder
  const due = await deps.db.withTenant(companyId, (tx) =>
    deps.mediaFetches.listDue(tx, companyId, connectionId, { now: deps.clock.now(), limit: FILES_PER_TURN }),
  )
  for (const fetch of due) {
    if (!(await fetchOne(deps, holder, fetchSession, fetch))) return undefined
  }
  return MIN_WAIT_MS
}

/** False when the session is over: this does not count as an attempt. */
async function fetchOne(
  deps: InboundDeps,
  holder: SessionHolder,
  { session, signal }: FetchSession,
  fetch: MediaFetch,
): Promise<boolean> {
  const reference = deps.mediaReferences.open(holder.companyId, fetch.id, fetch.reference)
  const open = () => session.fetchMedia(reference)
  const { name, durationSeconds, waveform, thumbnail, kind: claimedKind } = fetch
  const file = { name, durationSeconds, waveform, thumbnail, open }
  try {
    const fetched =
      reference === undefined ? 'retry' : await fetchLater(deps, holder, file, { claimedKind, signal })
    await recordOutcome(deps, holder, fetch, fetched)
    return true
  } catch (error) {
    if (isSessionOver(error)) return false
    throw error
  }
}

async function recordOutcome(
  deps: InboundDeps,
  holder: SessionHolder,
  fetch: MediaFetch,
  fetched: Fetched | MediaWait | 'away',
): Promise<void> {
  const { companyId, lease } = holder
  const isRecorded = await deps.db.withTenant(companyId, async (tx) => {
    await deps.leases.fence(tx, lease)
    if (typeof fetched === 'object') return recordFileArrival(deps, tx, holder, { fetch, fetched })
    if (fetched === 'away') return postpone(deps, tx, fetch, { companyId, ms: deps.mediaTimes.outageMs })
    if (fetched === 'retry') return retry(deps, tx, holder, fetch)
    await recordWait(deps, tx, holder, { fetch, wait: fetched })
    return postpone(deps, tx, fetch, { companyId, ms: deps.mediaTimes.waitMs })
  })
  if (!isRecorded && typeof fetched === 'object')
    await deps.pendingBlobs.discard(companyId, mediaKeys(fetched))
}

/* Given up after the last attempt. */
async function retry(deps: InboundDeps, tx: Tx, holder: SessionHolder, fetch: MediaFetch): Promise<boolean> {
  const at = computeNextFetch(fetch.tries + 1, deps.clock.now(), deps.chance(), deps.mediaTimes)
  if (!at) return recordFileArrival(deps, tx, holder, { fetch, fetched: withoutFile(fetch) })
  await recordWait(deps, tx, holder, { fetch, wait: 'retry' })
  await deps.mediaFetches.retryAt(tx, holder.companyId, fetch.id, at)
  return true
}

async function postpone(
  { mediaFetches, clock }: InboundDeps,
  tx: Tx,
  { id }: MediaFetch,
  { companyId, ms }: { companyId: CompanyId; ms: number },
): Promise<true> {
  await mediaFetches.postpone(tx, companyId, id, new Date(clock.now().getTime() + ms))
  return true
}
