import type { CompanyId, UserId } from '@balcao/contracts'
import { SECOND, systemClock, type Clock, type Presence } from '@balcao/kernel'

/** A socket without a heartbeat for this long counts as offline. */
export const PRESENCE_TTL_MS = 40 * SECOND

/** Presence of the sockets of this process. */
export function createMemoryPresence(clock: Clock = systemClock): Presence {
  const companies = new Map<CompanyId, Map<UserId, Map<string, number>>>()

  const isLive = (beatAtMs: number) => beatAtMs > clock.now().getTime() - PRESENCE_TTL_MS

  /** The user's live sockets; expired ones are removed on the way. */
  const userSockets = (companyId: CompanyId, userId: UserId): Map<string, number> => {
    const sockets = companies.get(companyId)?.get(userId) ?? new Map<string, number>()
    for (const [socketId, beatAtMs] of sockets) if (!isLive(beatAtMs)) sockets.delete(socketId)
    return sockets
  }
  const keep = (companyId: CompanyId, userId: UserId, sockets: Map<string, number>) => {
    const users = companies.get(companyId) ?? new Map<UserId, Map<string, number>>()
    if (sockets.size > 0) users.set(userId, sockets)
    else users.delete(userId)
    if (users.size > 0) companies.set(companyId, users)
    else companies.delete(companyId)
  }

  return {
    async beat(companyId, userId, socketId) {
      const sockets = userSockets(companyId, userId)
      const wasOffline = sockets.size === 0
      sockets.set(socketId, clock.now().getTime())
      keep(companyId, userId, sockets)
      return wasOffline
    },
    async leave(companyId, userId, socketId) {
      const sockets = userSockets(companyId, userId)
      const wasThere = sockets.delete(socketId)
      keep(companyId, userId, sockets)
      return wasThere && sockets.size === 0
    },
    async listOnline(companyId) {
      const users = [...(companies.get(companyId)?.keys() ?? [])]
      return users.filter((userId) => {
        const sockets = userSockets(companyId, userId)
        keep(companyId, userId, sockets)
        return sockets.size > 0
      })
    },
    isWhole: async () => true,
  }
}
