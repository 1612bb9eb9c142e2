export { ScheduleDialog } from './schedule-dialog'

/** Loaded separately: the conversation needs only the dialog. */
export const loadSchedulesPage = () => import('./schedules-page')
