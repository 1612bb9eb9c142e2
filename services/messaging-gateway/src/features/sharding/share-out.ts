import type { ConnectionId } from '@balcao/contracts'

/** Above its fair share a process takes nothing more: pure chance would give one of three a tenth too much. */
const HEADROOM = 1.04

/* FNV-1a. */
function hashOfText(text: string): number {
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

const scoreOf = (id: ConnectionId, { seed }: Candidate): number => mix(seed ^ mix(Math.imul(id, 0x9e3779b1)))

function highest(id: ConnectionId, candidates: readonly Candidate[], room: number): Candidate | undefined {
  let best: Candidate | undefined
  let bestScore = -1
  for (const candidate of candidates) {
    if (candidate.count >= room) continue
    const score = scoreOf(id, candidate)
    if (score > bestScore) [best, bestScore] = [candidate, score]
  }
  return best
}

/**
 * Which process should hold which connection: the one of the highest random weight that has room. Whoever knows the same
 * connections and processes comes to the same answer. A process that comes or goes moves its own share and a handful
 * more. Empty without processes.
 * @param connectionIds older ones choose first, so that a new connection displaces nobody.
 */
export function shareOut(
  connectionIds: readonly ConnectionId[],
  owners: readonly string[],
): Map<ConnectionId, string> {
  const candidates = [...new Set(owners)]
    .sort()
    .map((owner): Candidate => ({ owner, seed: mix(hashOfText(owner)), count: 0 }))
  const room = Math.ceil((connectionIds.length / candidates.length) * HEADROOM)
  const shares = new Map<ConnectionId, string>()
  for (const id of [...connectionIds].sort((a, b) => a - b)) {
    const best = highest(id, candidates, room)
    if (!best) break
    best.count += 1
    shares.set(id, best.owner)
  }
  return shares
}
