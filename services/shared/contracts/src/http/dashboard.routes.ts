import type { chartQuery, readDashboardQuery } from './dashboard.http'
import { type Sent, route } from './route'

export interface DashboardCounters {
  /** Open and pending tickets, now. */
  supportHappening: number
  supportPending: number
  supportFinished: number
  /** Minutes. */
  avgSupportTime: number
  /** Minutes. */
  avgWaitTime: number
  /** Contacts that are new in the period, and have a ticket. */
  leads: number
}

export interface AttendantView {
  id: number
  name: string
  /** Average from 1 to 3; null without ratings. */
  rating: number | null
  /** Finished in the period. */
  tickets: number
  /** Minutes. */
  avgSupportTime: number
  online: boolean
}

export interface UserCountView {
  nome: string
  quantidade: number
}

export type TimeCountView = { data: string; total: number } | { horario: string; total: number }

export const dashboardRoutes = {
  readDashboard: route('get', '/dashboard').with<{
    query: Sent<typeof readDashboardQuery>
    answer: { counters: DashboardCounters; attendants: AttendantView[] }
  }>(),
  countTicketsByUser: route('get', '/dashboard/ticketsUsers').with<{
    query: Sent<typeof chartQuery>
    answer: { data: UserCountView[] }
  }>(),
  countTicketsByDay: route('get', '/dashboard/ticketsDay').with<{
    query: Sent<typeof chartQuery>
    answer: { data: TimeCountView[]; count: number }
  }>(),
}
