import type { Migration } from '@balcao/kernel'

/* Existing names have no timestamp: the next event overwrites them. */
export const dateContactNames: Migration = {
  name: '20261122T090100-date-contact-names',
  up: `ALTER TABLE schedules ADD COLUMN contact_as_of timestamptz;`,
}
