import type { Migration } from '@balcao/kernel'

/* Off for every connection: numbers are checked when they are sent to. */
export const chooseNumberChecks: Migration = {
  name: '20261126T170000-choose-number-checks',
  up: 'ALTER TABLE lanes ADD COLUMN checks_numbers boolean NOT NULL DEFAULT false',
}
