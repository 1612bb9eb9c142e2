import type { Migration } from '@balcao/kernel'

export const addLastEnd: Migration = {
  name: '20261121T122000-add-last-end',
  up: `ALTER TABLE connections ADD COLUMN last_end text NOT NULL DEFAULT ''`,
}
