import type { Migration } from '@balcao/kernel'

/* NULL for exports of before, and for one whose process ended. */
export const countExports: Migration = {
  name: '20261124T120200-count-exports',
  up: `ALTER TABLE contact_exports ADD COLUMN contacts integer;`,
}
