export { PgScheduleStore } from './pg-schedule-store'
export { tables } from './tables'
