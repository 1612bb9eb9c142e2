import type { Migration } from '@balcao/kernel'

/* Schedules of the last days are heard by their authors and administrators only, as new ones are. */
export const hideSchedules: Migration = {
  name: '20261124T020100-hide-schedules',
  up: `
    UPDATE feed SET audience = ARRAY['company:' || company_id || ':user:' || (event#>>'{scheduleChanged,schedule,userId}'),
        'company:' || company_id || ':admins']
      WHERE channel = 'schedule' AND event#>>'{scheduleChanged,schedule,userId}' IS NOT NULL;`,
}
