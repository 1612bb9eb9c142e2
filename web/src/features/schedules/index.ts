export { ScheduleDialog } from './schedule-dialog'
