import { dashboardRoutes } from './dashboard.routes'
import { endpoint } from './endpoint'
import { dayText, ignored, number, object } from './fields'

export const readDashboardQuery = object({
  /** The last days, today among them. */
  days: number().integer().min(1).max(366).optional(),
  date_from: dayText().optional(),
  /** Today unless given. */
  date_to: dayText().optional(),
})

export const readDashboard = endpoint(dashboardRoutes.readDashboard, {
  access: 'admin',
  rate: 'search',
  query: readDashboardQuery,
  tag: 'dashboard',
  summary:
    "Counters and attendants of the last `days`, or from `date_from` to `date_to`, in the company's time zone. Happening and pending are of now; the rest of services finished in the period. Times are minutes.",
})

export const chartQuery = object({
  initialDate: dayText().required(),
  finalDate: dayText().required(),
  companyId: ignored(),
})

export const countTicketsByUser = endpoint(dashboardRoutes.countTicketsByUser, {
  access: 'admin',
  rate: 'search',
  query: chartQuery,
  tag: 'dashboard',
  summary: 'Services finished by each user, most first; users without one have 0.',
})

export const countTicketsByDay = endpoint(dashboardRoutes.countTicketsByDay, {
  access: 'admin',
  rate: 'search',
  query: chartQuery,
  tag: 'dashboard',
  summary: 'Services finished on each day (`dd/mm/yyyy`), or in each hour when both dates are one.',
})

export const readTrends = endpoint(dashboardRoutes.readTrends, {
  access: 'admin',
  rate: 'search',
  query: chartQuery,
  tag: 'dashboard',
  summary:
    "When services begin by weekday and hour, what each queue finished, and by day (by hour of one day) the median time to an agent's first message and the services left unfinished. Times are minutes.",
})
