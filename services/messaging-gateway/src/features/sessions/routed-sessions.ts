import { heldHere, RemoteSession, whereaboutsOf, type RemoteDeps, type SessionRef } from './remote-session'
import type { SessionDirectory } from './session-directory.port'

async function elsewhere(deps: RemoteDeps, ref: SessionRef): Promise<RemoteSession | undefined> {
  if (deps.supervisor()?.shards.mayHaveOthers === false) return undefined
  const whereabouts = await whereaboutsOf(deps, ref)
  return whereabouts && whereabouts.owner !== deps.self.owner
    ? new RemoteSession(deps, ref, whereabouts)
    : undefined
}

/** Sessions wherever they are held: asked at once when held here, else through the process that does. */
export const routedSessions = (deps: RemoteDeps): SessionDirectory => ({
  connected: async (companyId, connectionId) => {
    const ref = { companyId, connectionId }
    const held = heldHere(deps, ref)
    return held ? held.line() : elsewhere(deps, ref)
  },
  pairing: async (companyId, connectionId) => {
    const ref = { companyId, connectionId }
    const held = heldHere(deps, ref)
    return held ? held.pairing() : elsewhere(deps, ref)
  },
})
