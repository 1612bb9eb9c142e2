import type { Migration } from '@balcao/kernel'

/* What a pending file waits for (plan, volume, retry); null: nothing is known, or no file is pending. */
export const sayMediaWaits: Migration = {
  name: '20261124T211000-say-media-waits',
  up: `ALTER TABLE messages ADD COLUMN media_wait text;`,
}
