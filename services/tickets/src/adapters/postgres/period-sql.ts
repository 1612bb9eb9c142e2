import { sql, type Sql } from '@balcao/platform'

import type { CompanyPeriod } from '../../features/dashboard/dashboard.store'

/* Midnights of the zone: a day of a clock change has 23 or 25 hours. */
export const startOf = ({ from, timeZone }: CompanyPeriod): Sql =>
  sql`${from}::timestamp AT TIME ZONE ${timeZone}`
export const endOf = ({ to, timeZone }: CompanyPeriod): Sql =>
  sql`(${to}::date + 1)::timestamp AT TIME ZONE ${timeZone}`
export const within = (column: Sql, period: CompanyPeriod): Sql =>
  sql`${column} >= ${startOf(period)} AND ${column} < ${endOf(period)}`
