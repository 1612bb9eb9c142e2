import type { CompanyId, UserId } from '@balcao/contracts'

/** Who is online, by heartbeat. A user is online while any of their sockets beat within the last 40 s. */
export interface Presence {
  /** Returns true when this beat brought the user online. */
  beat(companyId: CompanyId, userId: UserId, socketId: string): Promise<boolean>
  /** Returns true when the user has no other live socket and so went offline. */
  leave(companyId: CompanyId, userId: UserId, socketId: string): Promise<boolean>
  online(companyId: CompanyId): Promise<UserId[]>
}
