import type { Migration } from '@balcao/kernel'

/* Names that were copied before are of no known time: the next event decides. */
export const dateContactNames: Migration = {
  name: '20261122T090100-date-contact-names',
  up: `ALTER TABLE schedules ADD COLUMN contact_as_of timestamptz;`,
}
