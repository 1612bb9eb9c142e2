import { RENEWAL_WARN_DAYS } from '../../lib/constants'
import { calendarDaysBefore } from '../../lib/format-date'

export type SubscriptionState =
  { kind: 'running' } | { kind: 'ending'; days: number } | { kind: 'over'; dueDate: Date }

/** Whether the company is in its trial at `now`, its last day included. */
export const isOnTrial = (trialExpiration: string | null, now: Date): boolean =>
  trialExpiration !== null && calendarDaysBefore(now, new Date(trialExpiration)) >= 0

/** What a due date means at `now`: over once the day has passed, ending with fewer than 5 days left. */
export const readSubscription = (dueDate: string | null, now: Date): SubscriptionState => {
  if (dueDate === null) return { kind: 'running' }
  const due = new Date(dueDate)
  if (Number.isNaN(due.getTime())) return { kind: 'running' }
  const days = calendarDaysBefore(now, due)
  if (days < 0) return { kind: 'over', dueDate: due }
  return days < RENEWAL_WARN_DAYS ? { kind: 'ending', days } : { kind: 'running' }
}
