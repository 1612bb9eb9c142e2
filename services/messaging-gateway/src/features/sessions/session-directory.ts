import {
  findHeldSession,
  RemoteSession,
  findSessionLocation,
  type RemoteDeps,
  type SessionRef,
} from './remote-session'
import type { SessionDirectory } from './session-directory.port'

async function findRemoteSession(deps: RemoteDeps, ref: SessionRef): Promise<RemoteSession | undefined> {
  if (deps.supervisor()?.shards.mayHaveOthers === false) return undefined
  const location = await findSessionLocation(deps, ref)
  return location && location.owner !== deps.self.owner ? new RemoteSession(deps, ref, location) : undefined
}

/** Sessions of all processes: those held here directly, others through the process that holds them. */
export const sessionDirectory = (deps: RemoteDeps): SessionDirectory => ({
  findConnected: async (companyId, connectionId) => {
    const ref = { companyId, connectionId }
    const held = findHeldSession(deps, ref)
    return held ? held.connectedSession() : findRemoteSession(deps, ref)
  },
  findPairing: async (companyId, connectionId) => {
    const ref = { companyId, connectionId }
    const held = findHeldSession(deps, ref)
    return held ? held.pairingSession() : findRemoteSession(deps, ref)
  },
})
