export { PgContactListItemStore } from './pg-contact-list-item-store'
export { PgContactListStore } from './pg-contact-list-store'
export { PgScheduleStore } from './pg-schedule-store'
export { tables } from './tables'
