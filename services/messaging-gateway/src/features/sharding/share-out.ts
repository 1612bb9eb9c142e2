import type { ConnectionId } from '@balcao/contracts'

/** A process takes at most 1.04 of its fair share; without the limit, hashing gives one of three processes 10 % too much. */
const HEADROOM = 1.04

/* FNV-1a. */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash
}

/* The finalizer of MurmurHash3: neighbouring ids become unrelated. */
function mix(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

interface Candidate {
  owner: string
  seed: number
  count: number
}

const computeScore = (id: ConnectionId, { seed }: Candidate): number =>
  mix(seed ^ mix(Math.imul(id, 0x9e3779b1)))

function findHighest(
  id: ConnectionId,
  candidates: readonly Candidate[],
  capacity: number,
): Candidate | undefined {
  let best: Candidate | undefined
  let bestScore = -1
  for (const candidate of candidates) {
    if (candidate.count >= capacity) continue
    const score = computeScore(id, candidate)
    if (score > bestScore) [best, bestScore] = [candidate, score]
  }
  return best
}

/**
 * Which process should hold which connection: rendezvous hashing (highest random weight) with a limit per process. The same
 * connections and processes give the same answer everywhere. A process that comes or goes moves its own share and a few
 * connections more. Empty without processes.
 * @param connectionIds lower ids are assigned first, so that a new connection displaces none.
 */
export function shareOut(
  connectionIds: readonly ConnectionId[],
  owners: readonly string[],
): Map<ConnectionId, string> {
  const candidates = [...new Set(owners)]
    .sort()
    .map((owner): Candidate => ({ owner, seed: mix(hashText(owner)), count: 0 }))
  const room = Math.ceil((connectionIds.length / candidates.length) * HEADROOM)
  const shares = new Map<ConnectionId, string>()
  for (const id of [...connectionIds].sort((a, b) => a - b)) {
    const best = findHighest(id, candidates, room)
    if (!best) break
    best.count += 1
    shares.set(id, best.owner)
  }
  return shares
}
