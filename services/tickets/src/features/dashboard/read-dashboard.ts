import type {
  AttendantView,
  DashboardCounters,
  TimeCountView,
  TrendsView,
  UserCountView,
} from '@balcao/contracts'
import type { ServicePorts, Session } from '@balcao/kernel'

import type { SettingsReader } from '../settings'
import type { CompanyPeriod, DashboardStore, TimeStep } from './dashboard.store'
import { checkPeriod, choosePeriod, type PeriodAsked } from './period'

export interface DashboardDeps extends Pick<ServicePorts, 'db' | 'clock' | 'presence'> {
  dashboard: DashboardStore
  settings: SettingsReader
}

export interface ChartAsked {
  initialDate: string
  finalDate: string
}

const readZone = async (deps: DashboardDeps, { companyId }: Session): Promise<string> =>
  (await deps.settings.of(companyId)).timeZone

/** What happens now, and what the period's finished services took. @throws {AppError} ERR_VALIDATION for no period. */
export async function readDashboard(
  deps: DashboardDeps,
  session: Session,
  asked: PeriodAsked,
): Promise<{ counters: DashboardCounters; attendants: AttendantView[] }> {
  const { companyId } = session
  const timeZone = await readZone(deps, session)
  const period = { companyId, timeZone, ...choosePeriod(asked, deps.clock.now(), timeZone) }
  const online = new Set<number>(await deps.presence.listOnline(companyId))
  const { counters, attendants } = await deps.db.withTenant(companyId, (tx) => deps.dashboard.sum(tx, period))
  return { counters, attendants: attendants.map((user) => ({ ...user, online: online.has(user.id) })) }
}

async function readChartPeriod(
  deps: DashboardDeps,
  session: Session,
  asked: ChartAsked,
): Promise<CompanyPeriod> {
  const period = checkPeriod({ from: asked.initialDate, to: asked.finalDate })
  return { companyId: session.companyId, timeZone: await readZone(deps, session), ...period }
}

/** Finished services of each user. @throws {AppError} ERR_VALIDATION for a wrong period. */
export async function countTicketsByUser(
  deps: DashboardDeps,
  session: Session,
  asked: ChartAsked,
): Promise<UserCountView[]> {
  const period = await readChartPeriod(deps, session, asked)
  const users = await deps.db.withTenant(session.companyId, (tx) => deps.dashboard.countByUser(tx, period))
  return users.map(({ name, count }) => ({ nome: name, quantidade: count }))
}

const chooseStep = ({ from, to }: CompanyPeriod): TimeStep => (from === to ? 'hour' : 'day')

/* `2026-11-22T09:00` as clients show it. */
const toDate = (at: string): string => at.slice(0, 10).split('-').reverse().join('/')
const toHour = (at: string): string => at.slice(11, 16)

/** Finished services by day, or by hour of one day. @throws {AppError} ERR_VALIDATION for a wrong period. */
export async function countTicketsByDay(
  deps: DashboardDeps,
  session: Session,
  asked: ChartAsked,
): Promise<{ data: TimeCountView[]; count: number }> {
  const period = await readChartPeriod(deps, session, asked)
  const step = chooseStep(period)
  const counts = await deps.db.withTenant(session.companyId, (tx) =>
    deps.dashboard.countByTime(tx, period, step),
  )
  return {
    data: counts.map(({ at, count: total }) =>
      step === 'hour' ? { horario: toHour(at), total } : { data: toDate(at), total },
    ),
    count: counts.reduce((sum, { count }) => sum + count, 0),
  }
}

/** Arrivals, queues and times of a period. @throws {AppError} ERR_VALIDATION for a wrong period. */
export async function readTrends(
  deps: DashboardDeps,
  session: Session,
  asked: ChartAsked,
): Promise<TrendsView> {
  const period = await readChartPeriod(deps, session, asked)
  return deps.db.withTenant(session.companyId, (tx) =>
    deps.dashboard.readTrends(tx, period, chooseStep(period), deps.clock.now()),
  )
}
