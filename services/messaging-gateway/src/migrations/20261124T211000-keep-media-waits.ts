import type { Migration } from '@balcao/kernel'

/* What a file waits for: plan or volume has no space for it; retry: its download is tried again. */
export const keepMediaWaits: Migration = {
  name: '20261124T211000-keep-media-waits',
  up: `ALTER TABLE media_fetches ADD COLUMN wait text NOT NULL DEFAULT 'retry';`,
}
