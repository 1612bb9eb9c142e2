export type { ScheduleStore } from './schedule.store'
export { parseSendAt } from './send-at'
