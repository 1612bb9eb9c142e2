import type { CompanyId, UserId } from '@balcao/contracts'
import { SECOND } from '@balcao/kernel'

import { presenceLog } from '../../logger'
import { announceOffline, announcePresence, type PresenceDeps } from './announce-presence'

export interface OnlineSocket {
  companyId: CompanyId
  userId: UserId
  socketId: string
}

/** Tracks the sockets of this process and announces presence. Never throws: failures are logged and repaired later. */
export interface PresenceTracker {
  joined(socket: OnlineSocket): Promise<void>
  beat(socket: OnlineSocket): Promise<void>
  left(socket: OnlineSocket): Promise<void>
  /** Announces users whose last socket closed more than 4 s ago: a page reload is not announced. */
  announceOfflineUsers(): Promise<void>
}

const RETURN_WITHIN_MS = 4 * SECOND

export function createPresenceTracker(deps: PresenceDeps): PresenceTracker {
  const departures = new Map<string, { companyId: CompanyId; userId: UserId; leftAt: number }>()
  const now = () => deps.clock.now().getTime()
  const userKey = ({ companyId, userId }: OnlineSocket) => `${companyId}:${userId}`

  const attempt = async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      presenceLog.warn({ action: what, err: error }, 'presence failed; the next beat or sweep repairs it')
    }
  }

  const beat = (socket: OnlineSocket) =>
    attempt('beat', async () => {
      const cameOnline = await deps.presence.beat(socket.companyId, socket.userId, socket.socketId)
      if (cameOnline) await announcePresence(deps, socket.companyId, socket.userId, true)
    })

  return {
    beat,
    joined: (socket) => {
      departures.delete(userKey(socket))
      return beat(socket)
    },
    left: (socket) =>
      attempt('leave', async () => {
        const { companyId, userId, socketId } = socket
        if (await deps.presence.leave(companyId, userId, socketId))
          departures.set(userKey(socket), { companyId, userId, leftAt: now() })
      }),
    announceOfflineUsers: () =>
      attempt('departures', async () => {
        for (const [key, { companyId, userId, leftAt }] of departures) {
          if (now() - leftAt < RETURN_WITHIN_MS || !(await deps.presence.isWhole(companyId))) continue
          departures.delete(key)
          await announceOffline(deps, companyId, userId)
        }
      }),
  }
}
