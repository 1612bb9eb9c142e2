import type { DashboardCounters, TrendsView } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { query, sql, type Sql } from '@balcao/platform'

import type {
  Attendant,
  CompanyPeriod,
  DashboardStore,
  TimeStep,
} from '../../features/dashboard/dashboard.store'
import { endOf, startOf, within } from './period-sql'

const users = ({ companyId }: CompanyPeriod): Sql =>
  sql`directory_users u WHERE u.company_id = ${companyId} AND u.active AND NOT u.deleted`

/* Of a sum of intervals: extracting each service's seconds as numeric would cost more than reading it. */
const minutes = (sum: Sql, count: Sql): Sql =>
  sql`COALESCE(round(extract(epoch FROM ${sum}) / NULLIF(${count}, 0) / 60), 0)::int`

/* Beginnings of days or of the first day's hours, in local time. */
const slots = ({ from, to }: CompanyPeriod, step: TimeStep): Sql =>
  step === 'day'
    ? sql`generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day')`
    : sql`generate_series(${from}::timestamp, ${from}::timestamp + interval '23 hours', interval '1 hour')`

const support = sql`COALESCE(rating_at, finished_at) - started_at`
const wait = sql`started_at - queued_at`

interface SumRow extends Record<string, unknown> {
  counters: DashboardCounters
  attendants: Attendant[] | null
}

/** Sums of the dashboard in Postgres. */
export class PgDashboardStore implements DashboardStore {
  async sum(
    tx: Tx,
    period: CompanyPeriod,
  ): Promise<{ counters: DashboardCounters; attendants: Attendant[] }> {
    const { companyId } = period
    const [row] = await query<SumRow>(
      tx,
      sql`WITH by_user AS MATERIALIZED (
          SELECT user_id, count(*) AS tickets, sum(${support}) AS support, count(${support}) AS supported,
            sum(${wait}) AS wait, count(${wait}) AS waited
          FROM ticket_trackings WHERE company_id = ${companyId} AND ${within(sql`finished_at`, period)} GROUP BY user_id),
        finished AS (
          SELECT COALESCE(sum(tickets), 0)::int AS tickets, ${minutes(sql`sum(support)`, sql`sum(supported)`)} AS support,
            ${minutes(sql`sum(wait)`, sql`sum(waited)`)} AS wait
          FROM by_user),
        rated AS (
          SELECT user_id, round(avg(rate), 2)::float AS rating FROM user_ratings
          WHERE company_id = ${companyId} AND ${within(sql`created_at`, period)} GROUP BY user_id)
        SELECT json_build_object(
            'supportHappening', (SELECT count(*) FROM tickets WHERE company_id = ${companyId} AND status = 'open'),
            'supportPending', (SELECT count(*) FROM tickets WHERE company_id = ${companyId} AND status = 'pending'),
            'supportFinished', finished.tickets, 'avgSupportTime', finished.support, 'avgWaitTime', finished.wait,
            'leads', (SELECT count(*) FROM contacts c WHERE c.company_id = ${companyId} AND NOT c.is_group
              AND ${within(sql`c.created_at`, period)}
              AND EXISTS (SELECT 1 FROM tickets t WHERE t.company_id = c.company_id AND t.contact_id = c.id))
          ) AS counters,
          (SELECT json_agg(json_build_object('id', u.user_id, 'name', u.name, 'rating', r.rating,
              'tickets', COALESCE(b.tickets, 0), 'avgSupportTime', ${minutes(sql`b.support`, sql`b.supported`)}) ORDER BY u.name, u.user_id)
            FROM (SELECT u.user_id, u.name FROM ${users(period)}) u
            LEFT JOIN by_user b USING (user_id) LEFT JOIN rated r USING (user_id)) AS attendants
        FROM finished`,
    )
    if (!row) throw new Error('a sum without a row')
    return { counters: row.counters, attendants: row.attendants ?? [] }
  }

  countByUser(tx: Tx, period: CompanyPeriod): Promise<{ name: string; count: number }[]> {
    return query<{ name: string; count: number }>(
      tx,
      sql`SELECT u.name, COALESCE(f.count, 0)::int AS count
        FROM (SELECT u.user_id, u.name FROM ${users(period)}) u
        LEFT JOIN (SELECT user_id, count(*) AS count FROM ticket_trackings
          WHERE company_id = ${period.companyId} AND ${within(sql`finished_at`, period)} GROUP BY user_id) f USING (user_id)
        ORDER BY count DESC, u.name, u.user_id`,
    )
  }

  countByTime(tx: Tx, period: CompanyPeriod, step: TimeStep): Promise<{ at: string; count: number }[]> {
    const { companyId, timeZone } = period
    return query<{ at: string; count: number }>(
      tx,
      sql`SELECT to_char(s.at, 'YYYY-MM-DD"T"HH24:MI') AS at, COALESCE(f.count, 0)::int AS count
        FROM ${slots(period, step)} s (at)
        LEFT JOIN (SELECT date_trunc(${step}::text, finished_at AT TIME ZONE ${timeZone}) AS at, count(*) AS count
          FROM ticket_trackings WHERE company_id = ${companyId} AND ${within(sql`finished_at`, period)} GROUP BY 1) f
        USING (at) ORDER BY s.at`,
    )
  }

  /* What began before the period and ended in it or later was left over at its beginning. */
  async readTrends(tx: Tx, period: CompanyPeriod, step: TimeStep, now: Date): Promise<TrendsView> {
    const { companyId, timeZone } = period
    const start = startOf(period)
    const end = endOf(period)
    const toSlot = (column: Sql): Sql => sql`date_trunc(${step}::text, ${column} AT TIME ZONE ${timeZone})`
    const [row] = await query<{ trends: TrendsView }>(
      tx,
      sql`WITH services AS MATERIALIZED (
          SELECT queue_id, queued_at, started_at, answered_at, answer_wait, rating_at, finished_at FROM ticket_trackings
          WHERE company_id = ${companyId} AND (finished_at >= ${start} OR finished_at IS NULL)
            AND (queued_at < ${end} OR queued_at IS NULL)),
        arrivals AS (
          SELECT extract(dow FROM queued_at AT TIME ZONE ${timeZone})::int AS weekday,
            extract(hour FROM queued_at AT TIME ZONE ${timeZone})::int AS hour, count(*)::int AS total
          FROM services WHERE queued_at >= ${start} GROUP BY 1, 2),
        finished AS (
          SELECT q.id, q.name, q.color, count(*)::int AS finished, ${minutes(sql`sum(${wait})`, sql`count(${wait})`)} AS wait,
            ${minutes(sql`sum(${support})`, sql`count(${support})`)} AS support
          FROM services s LEFT JOIN queues q ON q.company_id = ${companyId} AND q.id = s.queue_id
          WHERE ${within(sql`finished_at`, period)} GROUP BY q.id, q.name, q.color),
        changes AS (
          SELECT at, sum(change) AS change FROM (
            SELECT ${toSlot(sql`GREATEST(queued_at, ${start})`)} AS at, 1 AS change FROM services WHERE queued_at IS NOT NULL
            UNION ALL
            SELECT ${toSlot(sql`finished_at`)}, -1 FROM services WHERE queued_at IS NOT NULL AND finished_at IS NOT NULL) c
          GROUP BY at),
        answers AS (
          SELECT ${toSlot(sql`answered_at`)} AS at,
            (extract(epoch FROM percentile_cont(0.5) WITHIN GROUP (ORDER BY answer_wait)) / 60)::int AS wait
          FROM services WHERE answer_wait IS NOT NULL AND answered_at >= ${start} GROUP BY 1),
        times AS (
          SELECT s.at, a.wait, sum(COALESCE(c.change, 0)) OVER (ORDER BY s.at) AS backlog
          FROM ${slots(period, step)} s (at) LEFT JOIN changes c USING (at) LEFT JOIN answers a USING (at)
          WHERE s.at <= ${now}::timestamptz AT TIME ZONE ${timeZone})
        SELECT json_build_object(
          'arrivals', (SELECT COALESCE(json_agg(a ORDER BY weekday, hour), '[]') FROM arrivals a),
          'queues', (SELECT COALESCE(json_agg(json_build_object('id', id, 'name', name, 'color', color, 'finished', finished,
              'avgWaitTime', wait, 'avgSupportTime', support) ORDER BY finished DESC, name), '[]') FROM finished),
          'times', (SELECT COALESCE(json_agg(json_build_object('at', to_char(at, 'YYYY-MM-DD"T"HH24:MI'), 'firstAnswer', wait,
              'backlog', backlog) ORDER BY at), '[]') FROM times)) AS trends`,
    )
    if (!row) throw new Error('trends without a row')
    return row.trends
  }
}
