import type { SessionDirectory } from './session-directory.port'
import type { SessionSupervisor } from './session-supervisor'

/** The sessions that this process holds. @param supervisor undefined before the service has started. */
export const ownSessions = (
  supervisor: () => Pick<SessionSupervisor, 'line' | 'pairing'> | undefined,
): SessionDirectory => ({
  connected: (_companyId, connectionId) => Promise.resolve(supervisor()?.line(connectionId)),
  pairing: (_companyId, connectionId) => Promise.resolve(supervisor()?.pairing(connectionId)),
})
