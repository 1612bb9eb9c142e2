import type { Migration } from '@balcao/kernel'

export const scheduleTemplates: Migration = {
  name: '20261127T184000-schedule-templates',
  up: `
    ALTER TABLE schedules ADD COLUMN connection_id integer;
    ALTER TABLE schedules ADD COLUMN template jsonb;`,
}
