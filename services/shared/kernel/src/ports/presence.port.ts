import type { CompanyId, UserId } from '@balcao/contracts'

/**
 * Who is online, by heartbeat. A user is online while any of their sockets beat within the last 40 s; sockets beat
 * every 15 s.
 */
export interface Presence {
  /** Returns true when this beat brought the user online. */
  beat(companyId: CompanyId, userId: UserId, socketId: string): Promise<boolean>
  /** Returns true when the user has no other live socket and so went offline. */
  leave(companyId: CompanyId, userId: UserId, socketId: string): Promise<boolean>
  listOnline(companyId: CompanyId): Promise<UserId[]>
  /** False while `online` may be incomplete: the shared store lost its data or is unreachable. */
  isWhole(companyId: CompanyId): Promise<boolean>
}
