import { isAdministrator, type CompanyId, type Profile, type QueueId, type UserId } from '@balcao/contracts'

/** The caller: token claims confirmed against the local session directory. */
export interface Session {
  userId: UserId
  companyId: CompanyId
  name: string
  profile: Profile
  super: boolean
  /** Sees unqueued tickets. */
  allTicket: boolean
  queueIds: readonly QueueId[]
  /** Of an API key that is limited to queues: not even the user's own tickets elsewhere. */
  isQueueBound?: boolean
  tokenVersion: number
  /** End of the paid time; null: never. */
  dueAt: Date | null
}

export const isAdmin = (session: Session): boolean => isAdministrator(session)

/**
 * A company may work until the end of its due day in São Paulo time (UTC−3, no daylight saving since 2019).
 * No due date means no end.
 */
export function isSubscriptionOver(dueAt: Date | null, now: Date): boolean {
  if (!dueAt) return false
  const offsetMs = 3 * 60 * 60 * 1000
  const day = (date: Date) => new Date(date.getTime() - offsetMs).toISOString().slice(0, 10)
  return day(now) > day(dueAt)
}
