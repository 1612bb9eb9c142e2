import { SECOND } from '@balcao/kernel'

import type { DocumentMoves, MovedDocuments } from '../messages'

export interface MoveDocumentsDeps {
  moves: DocumentMoves
  moved: MovedDocuments
}

const BATCH = 200
const MOST_BATCHES = 100

/* A write takes at most 40 s (the limits of the connection to MongoDB, with the driver's retry): it is over before the claim's two minutes. */
const WRITES_WITHIN_MS = 30 * SECOND

async function moveBatch({ moves, moved }: MoveDocumentsDeps): Promise<number> {
  const claimedAt = performance.now()
  const claimed = await moves.claimNext(BATCH)
  if (claimed.length === 0) return 0
  if (performance.now() - claimedAt > WRITES_WITHIN_MS)
    throw new Error(`${claimed.length} message documents were claimed too slowly to be moved`)
  const arrived = await moved.write(claimed)
  await moves.finish(arrived)
  if (arrived.length < claimed.length)
    throw new Error(`${claimed.length - arrived.length} message documents were refused`)
  return claimed.length
}

/**
 * Moves documents that are a minute old to the store beside the database: written there, then deleted here unless they changed
 * meanwhile. Killed at any step, they are moved again two minutes later, which changes nothing that arrived. Several processes may do it.
 */
export async function moveDocuments(deps: MoveDocumentsDeps, signal: AbortSignal): Promise<void> {
  // What is claimed cannot be removed: nothing is while it cannot move.
  await deps.moved.assertReachable()
  for (let batch = 0; batch < MOST_BATCHES && !signal.aborted; batch += 1)
    if ((await moveBatch(deps)) < BATCH) return
}
