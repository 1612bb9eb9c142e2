import type { Migration } from '@balcao/kernel'

/* How many bytes were not free when a file was refused last: once they are, the company has space again. */
export const noteRefusedBytes: Migration = {
  name: '20261124T100100-note-refused-bytes',
  up: `ALTER TABLE media_accounts ADD COLUMN refused_bytes bigint NOT NULL DEFAULT 0;`,
}
