export { contactsConsumer } from './contacts.consumer'
export type { ScheduleDeps } from './schedule-deps'
export { schedulesJob } from './schedules.job'
export { schedulesRoutes } from './schedules.routes'
