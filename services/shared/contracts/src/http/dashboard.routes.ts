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

export interface ArrivalCount {
  /** 0 is Sunday. */
  weekday: number
  hour: number
  total: number
}

export interface QueueServiceView {
  /** Null: those without a queue, or with one that was deleted. */
  id: number | null
  name: string | null
  color: string | null
  finished: number
  /** Minutes. */
  avgWaitTime: number
  /** Minutes. */
  avgSupportTime: number
}

export interface ServiceTimeView {
  /** When the day or the hour begins, in the company's zone: `2026-11-22T09:00`. */
  at: string
  /** Minutes within which half of the customers who waited had an agent's first message; null: nobody got one. */
  firstAnswer: number | null
  /** Services that were not finished when it ended. */
  backlog: number
}

export interface TrendsView {
  /** When services began to wait; those without any are left out. */
  arrivals: ArrivalCount[]
  /** Finished services, most first. */
  queues: QueueServiceView[]
  /** By day, or by the hour of one day, up to now. */
  times: ServiceTimeView[]
}

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
  readTrends: route('get', '/dashboard/trends').with<{
    query: Sent<typeof chartQuery>
    answer: TrendsView
  }>(),
}
