import { dashboardRoutes, type SentQuery } from '@balcao/contracts'

import { api } from './api'
import { endpoint } from './request'

export type DashboardPeriod = SentQuery<typeof dashboardRoutes.readDashboard>
export type ChartPeriod = SentQuery<typeof dashboardRoutes.countTicketsByUser>

export const dashboardApi = api.injectEndpoints({
  endpoints: (build) => ({
    readDashboard: build.query({
      ...endpoint(dashboardRoutes.readDashboard, (query: DashboardPeriod) => ({ query })),
      providesTags: ['dashboard'],
    }),
    countTicketsByUser: build.query(
      endpoint(dashboardRoutes.countTicketsByUser, (query: ChartPeriod) => ({ query })),
    ),
    countTicketsByDay: build.query(
      endpoint(dashboardRoutes.countTicketsByDay, (query: ChartPeriod) => ({ query })),
    ),
    readTrends: build.query(endpoint(dashboardRoutes.readTrends, (query: ChartPeriod) => ({ query }))),
  }),
})

export const {
  useCountTicketsByDayQuery,
  useCountTicketsByUserQuery,
  useReadDashboardQuery,
  useReadTrendsQuery,
} = dashboardApi
