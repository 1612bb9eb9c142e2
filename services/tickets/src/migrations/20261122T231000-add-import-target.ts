import type { Migration } from '@balcao/kernel'

/* The table is the same in every service that imports spreadsheets; contacts have no list. */
export const addImportTarget: Migration = {
  name: '20261122T231000-add-import-target',
  up: `ALTER TABLE contact_imports ADD COLUMN target_id integer NOT NULL DEFAULT 0;`,
}
